/** Facts of made-up hosts, for the tests of set-up's decisions. */
export const works = { state: 'works', path: '/checkout/node_modules/node/bin/node', said: '24.21.0' }

/** A host on which nothing is missing. */
export const ready = {
  platform: 'linux',
  uid: 1000,
  forks: true,
  hasApt: true,
  missing: [] as { file: string; package: string; why: string; optional?: boolean }[],
  sudo: 'not needed',
  namespaces: { work: true as boolean | null, said: '', apparmorRestricts: false, most: 90_000 as number | null, unprivileged: null as number | null },
  install: { state: 'current', digest: 'd1' },
  npm: '/usr/bin/npm' as string | null,
  node: works,
}

export const python = { file: '/usr/bin/python3', package: 'python3', why: 'the fork server runs on it' }
export const gpgv = { file: '/usr/bin/gpgv', package: 'gpgv', why: 'it checks signatures' }
export const uidmap = { file: '/usr/bin/newuidmap', package: 'uidmap', why: 'it gives users', optional: true }

/** What a made-up host is made of. */
export interface Made {
  platform?: string
  uid?: number
  terminal?: boolean
  path?: string
  /** Files that exist, with their text. */
  files?: Record<string, string>
  /** Answers of commands, by command line. */
  answers?: Record<string, { code: number | null; said: string }>
}

/** A host as observe() wants one, with the commands it was asked to run. */
export function host(made: Made) {
  const files = made.files ?? {}
  const ran: string[] = []
  return {
    ran,
    platform: made.platform ?? 'linux',
    uid: made.uid ?? 1000,
    terminal: made.terminal ?? false,
    path: made.path ?? '/usr/bin',
    exists: (file: string) => file in files,
    executable: (file: string) => file in files,
    read: (file: string) => files[file] ?? null,
    run: (command: string, args: string[]) => {
      const line = [command, ...args].join(' ')
      ran.push(line)
      return made.answers?.[line] ?? { code: 0, said: '' }
    },
  }
}
