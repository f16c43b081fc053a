/** What stands on the host for a fork not to reach, and the attempts made outside of any fork. */
import { spawn, spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { probeText } from './run.ts'

export interface Canaries { readonly facts: Readonly<Record<string, unknown>> & { readonly pid: number }; readonly folder: string; remove(): Promise<void> }

export async function placeCanaries(): Promise<Canaries> {
  const folder = await mkdtemp(join(tmpdir(), 'polygraph-canaries-'))
  await chmod(folder, 0o755)
  const holder = spawn('/usr/bin/python3', ['-c', probeText('canaries.py'), folder, `polygraph-canary-${process.pid}`], { stdio: ['pipe', 'pipe', 'inherit'], env: { SECRET: 'polygraph-secret' } })
  const line = await new Promise<string>((resolve, reject) => {
    holder.stdout.once('data', (data: Buffer) => resolve(data.toString()))
    holder.once('exit', () => reject(new Error('the canaries could not be placed')))
  })
  return {
    facts: { ...JSON.parse(line) as { pid: number }, secret: 'polygraph-secret', devices: ['kmsg', 'mem', 'tty', 'ptmx', 'kvm', 'fuse', 'console'], words: ['polygraph', 'forkserver'] },
    folder,
    async remove() {
      holder.stdin.end()
      await new Promise((resolve) => holder.once('exit', resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The program that makes all attempts. */
export function attemptText(): string {
  const parts = ['files', 'processes', 'communication', 'privileges'].map((name) => probeText(`isolation-${name}.py`))
  return probeText('isolation.py').replace('# ATTEMPTS\n', () => parts.join('\n\n'))
}

export type Attempts = Readonly<Record<string, string>>

/** The attempts as whoever runs these tests, outside of any fork: what is done here can be done. */
export function attemptOutside({ facts, folder }: Canaries): Attempts {
  const code = [attemptText(), JSON.stringify({ ...facts, first: facts.pid, bare: true })]
  const enter = process.getuid?.() === 0 ? ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', 'mount --bind "$0" "$0" && cd "$0" && ulimit -Sc 0 && exec "$@"', folder] : []
  const [program = '', ...args] = [...enter, '/usr/bin/python3', '-c', ...code]
  const inherited = openSync(join(folder, 'file'), 'r')
  const { stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', inherited] })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Attempts
}

export const wasDone = (answer: string | undefined): boolean => answer?.startsWith('done: ') ?? false
