import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GRADE, unitsOf, type Unit, type UnitPolicy } from '../../../src/backends/qemu/units.ts'

const LIMITS = { memory_mb: 256, processes: 32, file_mb: 8, open_files: 64, act_seconds: 24, verify_seconds: 3 }
const POLICY: UnitPolicy = {
  sandbox: 'declared-files', root: '/run/polygraph/fork', source: '/run/polygraph/source', workspace: '/workspace', home: '/home/agent', declared: ['/workspace/impl.py'], outbox: null, network: 'none', limits: LIMITS,
}

function made(changes: Partial<UnitPolicy> = {}): readonly [Unit, Unit] {
  const units = unitsOf({ ...POLICY, ...changes })
  if (!units.ok) throw new Error(units.because)
  return [units.agent, units.grader]
}

/** Settings as systemd reads them: one a line, in order; a backslash at the end of a line would join the next (systemd.syntax(7)). */
function settings(text: string): readonly (readonly [string, string])[] {
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n').filter((line) => line !== '' && !/^[#;[]/.test(line.trim()))
  return lines.map((line) => [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()])
}

const valuesOf = (unit: Unit, name: string): readonly string[] => settings(unit.text).filter(([key]) => key === name).map(([, value]) => value)

/** The words of a list, after systemd's extract_first_word() with EXTRACT_UNQUOTE, and with specifiers replaced: only %% is known here. */
function words(value: string): readonly string[] {
  const found: string[] = []
  let current: string | null = null, quote: string | null = null, escaped = false
  for (const character of value) {
    if (escaped) { current = (current ?? '') + character; escaped = false }
    else if (character === '\\') escaped = true
    else if (quote !== null) { if (character === quote) quote = null; else current = (current ?? '') + character }
    else if (character === '"' || character === "'") { quote = character; current ??= '' }
    else if (/[ \t\r\n]/.test(character)) { if (current !== null) found.push(current); current = null }
    else current = (current ?? '') + character
  }
  if (quote !== null || escaped) throw new Error(`not closed: ${value}`)
  return [...found, ...(current === null ? [] : [current])].map(specified)
}

function specified(text: string): string {
  if (/%(?!%)/.test(text.replaceAll('%%', ''))) throw new Error(`a specifier: ${text}`)
  return text.replaceAll('%%', '%')
}

const hostile = fc.oneof(
  fc.string({ unit: fc.constantFrom(...' \t\n\r\\"\'%$:;#=[]-+!~*?', 'n', 'x', '\u2028', '\0', 'é'), minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.constantFrom('a\nReadWritePaths=/', 'a\\', 'a"\nUser=root', '%n', '%%', '-', '..', "it's", 'two words', '\\x20', 'a;b', 'back\\\\', '\ud800', '\ufffe'),
)
const path = hostile.map((name) => `/workspace/${name}`)

describe('unit files', () => {
  test.each(['open', 'declared-files'] as const)('%s: own users, no privilege, limits of the policy, and an end for the whole control group', (sandbox) => {
    const [agent, grader] = made({ sandbox })
    expect([agent, grader].map((unit) => valuesOf(unit, 'User'))).toEqual([['polygraph-agent'], ['polygraph-grader']])
    expect([agent, grader].map((unit) => valuesOf(unit, 'TimeoutStartSec'))).toEqual([['240'], ['30']])
    for (const unit of [agent, grader]) {
      expect(Object.fromEntries(settings(unit.text))).toMatchObject({
        NoNewPrivileges: 'yes', CapabilityBoundingSet: '', AmbientCapabilities: '', PrivateDevices: 'yes', PrivateNetwork: 'yes', ProtectSystem: 'strict',
        KillMode: 'control-group', Restart: 'no', MemoryMax: '256M', TasksMax: '33', LimitFSIZE: '8M', LimitNOFILE: '64', RootDirectory: '/run/polygraph/fork', WorkingDirectory: '/workspace',
      })
    }
  })

  test('open: workspace, home and /tmp can be written', () => {
    const [agent] = made({ sandbox: 'open' })
    expect(valuesOf(agent, 'ReadWritePaths').flatMap(words)).toEqual(['+/workspace', '+/home/agent', '+/tmp', '+/var/tmp'])
    expect(valuesOf(agent, 'PrivateTmp')).toEqual([])
  })

  test('declared-files: an agent writes the declared files and its outbox, and sees neither evaluation nor fixtures nor evidence', () => {
    const [agent] = made({ outbox: '/workspace/outbox', declared: ['/workspace/a.py', '/workspace/b.py'] })
    expect(valuesOf(agent, 'ReadWritePaths').flatMap(words)).toEqual(['+/workspace/outbox', '+/workspace/a.py', '+/workspace/b.py'])
    expect(valuesOf(agent, 'InaccessiblePaths').flatMap(words)).toEqual(['+/opt', '+/srv', '+/mnt'])
    expect(valuesOf(agent, 'PrivateTmp')).toEqual(['yes'])
    expect(valuesOf(agent, 'ProtectHome')).toEqual(['read-only'])
    expect(valuesOf(made({ home: '/workspace/home' })[0], 'ProtectHome')).toEqual(['yes'])
  })

  test('declared-files: a grader writes one file and finds copies in place of the workspace', () => {
    const [, grader] = made()
    expect(valuesOf(grader, 'ReadWritePaths').flatMap(words)).toEqual([`+/workspace/${GRADE.output}`])
    expect(valuesOf(grader, 'BindReadOnlyPaths').flatMap(words)).toEqual(['/run/polygraph/source/var/tmp/grade:/workspace', '-/run/polygraph/source/var/tmp/evaluation:/opt'])
    expect(valuesOf(grader, 'ProtectHome')).toEqual(['yes'])
  })

  test('no path adds a line or a setting, and each is read back as it is or refused', () => {
    const usual = made({ declared: ['/workspace/a', '/workspace/b'] }).map((unit) => settings(unit.text).map(([name]) => name))
    fc.assert(fc.property(path, path, (one, other) => {
      const units = unitsOf({ ...POLICY, declared: [one, other] })
      if (!units.ok) return
      expect([units.agent, units.grader].map((unit) => settings(unit.text).map(([name]) => name))).toEqual(usual)
      expect(valuesOf(units.agent, 'ReadWritePaths').map(words)).toEqual([[`+${one}`], [`+${other}`]])
    }), { numRuns: 2000 })
  })

  test('nor does a workspace, a home or the root', () => {
    const usual = made({ workspace: '/a', home: '/b', root: '/c' }).map((unit) => settings(unit.text).map(([name]) => name))
    fc.assert(fc.property(path, path, path, (workspace, home, root) => {
      const units = unitsOf({ ...POLICY, workspace, home, root, declared: ['/workspace/impl.py'] })
      if (!units.ok) return
      expect([units.agent, units.grader].map((unit) => settings(unit.text).map(([name]) => name))).toEqual(usual)
      const [directory] = valuesOf(units.agent, 'WorkingDirectory')
      expect([workspace, `${workspace}/`]).toContain(specified(directory!))
      expect(valuesOf(units.agent, 'RootDirectory').map(specified).map((text) => text.replace(/\/$/, ''))).toEqual([root])
    }), { numRuns: 2000 })
  })

  test.each([
    ['relative', 'impl.py'], ['the root', '/'], ['a dot', '/workspace/./a'], ['a parent', '/workspace/../etc'], ['two slashes', '/workspace//a'], ['a slash at the end', '/workspace/'],
    ['a newline', '/workspace/a\nUser=root'], ['a carriage return', '/workspace/a\r'], ['a NUL', '/workspace/a\0'], ['a lone surrogate', '/workspace/\udcff'],
    ['what systemd takes for no text', '/workspace/\ufdd0'], ['too long', `/${'a'.repeat(4096)}`],
  ])('a path that no unit file can say is refused: %s', (_, declared) => {
    expect(unitsOf({ ...POLICY, declared: [declared] })).toMatchObject({ ok: false, because: expect.stringContaining('no unit file can name') as unknown })
  })

  test.each(['two words', 'a"b', "it's", 'a\\b', 'a\\', '100%', '%n', ' a', 'a ', '-a', 'a:b', 'a;b', '#a', 'é', 'a=b', '$HOME'])('and %j can be said', (name) => {
    const [agent] = made({ declared: [`/workspace/${name}`], workspace: `/${name}` })
    expect(valuesOf(agent, 'ReadWritePaths').map(words)).toEqual([[`+/workspace/${name}`]])
  })
})
