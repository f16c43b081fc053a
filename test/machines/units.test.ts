import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createQemuBackend } from '../../src/backends/qemu/index.ts'
import { EVALUATION, GRADE } from '../../src/backends/qemu/units.ts'
import { loadCatalogue, projectRoot } from '../../src/catalogue/index.ts'
import type { Backend, Execution, FileEntry, Fork, Snapshot, User } from '../../src/contract/index.ts'
import { textOf } from '../../src/contract/probe.ts'
import type { Environment } from '../../src/schema/index.ts'

const BOUNDS = { files: 10_000, bytes: 64 << 20, bytesPerFile: 16 << 20 }
/** Each character that systemd's syntax or its specifiers would take for something. */
const ODD = `/workspace/a "b\\" %n %% 'c' \\x20;#.py`
const ABSENT = '/workspace/made/later.py'
const DECLARED = ['/workspace/impl.py', ODD, ABSENT]
const file = (path: string, text: string, owner: User = 'agent'): FileEntry => ({ path, bytes: Buffer.from(text), mode: 0o644, owner })
const POLICY = { workspace: '/workspace', home: '/home/agent', sandbox: 'declared-files', declared: DECLARED } as const

let qemu: Backend, start: Snapshot, environment: Environment
const made: { discard(): Promise<void> }[] = []
beforeAll(async () => {
  const loaded = await loadCatalogue({ dirs: [projectRoot()] })
  if (!loaded.ok) throw new Error('the catalogue has problems')
  environment = loaded.catalogue.environments.get('python')!
  qemu = createQemuBackend()
  const files = [file('/workspace/impl.py', 'old\n'), file('/workspace/other.py', 'other\n'), file(ODD, 'odd\n'), file('/home/agent/instruction.md', 'do\n')]
  start = await qemu.prepare(environment, files, { ...POLICY, limits: { ...environment.limits, memory_mb: 64, processes: 12 } })
})
afterEach(async () => { for (const each of made.splice(0).toReversed()) await each.discard() })
afterAll(() => qemu.close())

const forked = async (state: Snapshot = start, options = {}): Promise<Fork> => {
  const fork = await state.fork(options)
  made.push(fork)
  return fork
}
const run = (fork: Fork, script: string, user: User = 'agent'): Promise<Execution> =>
  fork.exec({ argv: ['/bin/bash', '-c', script], user, cwd: '/workspace', env: { PATH: '/usr/bin:/bin', HOME: '/home/agent' }, wallSeconds: 60 })
const out = async (fork: Fork, script: string, user: User = 'agent'): Promise<string> => textOf((await run(fork, script, user)).stdout)

describe('an agent under declared-files', () => {
  test('is not had by a policy that no unit can carry out', async () => {
    await expect(qemu.prepare(environment, [], { ...POLICY, declared: ['/etc/passwd'] })).rejects.toMatchObject({ name: 'BackendUnavailable', during: 'prepare' })
    await expect(qemu.prepare(environment, [], { ...POLICY, distinctUsers: false })).rejects.toThrow('the sandbox declared-files needs distinctUsers')
  })

  test('writes what is declared in place, and nothing else of its fork; what it wrote is sealed', async () => {
    const fork = await forked()
    for (const path of DECLARED) expect((await fork.exec({ argv: ['/bin/sh', '-c', 'printf new > "$1"', 'sh', path], user: 'agent', cwd: '/', env: {}, wallSeconds: 30 })).exitCode).toBe(0)
    for (const script of [
      'echo x >> other.py', 'echo x > more.py', 'rm impl.py', 'mv other.py impl.py', 'ln -sf other.py impl.py', 'mkdir d', 'chmod 777 .', 'touch made/b.py', 'rmdir made',
      'touch ~/x', 'echo x >> ~/instruction.md', 'touch /home/x', 'touch /run/x', 'touch /etc/x', 'touch /usr/x', 'touch /x', 'touch /opt/x', 'mount -t tmpfs x /workspace', 'umount /workspace/impl.py',
    ]) expect([script, (await run(fork, script)).exitCode]).not.toEqual([script, 0])
    expect(await out(fork, 'cat ~/instruction.md other.py; echo t > /tmp/t; echo t > /var/tmp/t; echo t > /dev/shm/t; cat /tmp/t')).toBe('do\nother\nt\n')
    const state = await fork.seal()
    made.push(state)
    const { changes } = await state.changes(BOUNDS)
    expect(changes.map(({ path, change, size }) => [path, change, size])).toEqual([ODD, '/workspace/impl.py', ABSENT].toSorted().map((path) => [path, 'changed', 3]))
  })

  test('sees its own processes and files, no evaluation, no network, and has no privilege', async () => {
    const fork = await forked()
    await fork.put([file(`${EVALUATION.laid}/key.json`, '42', 'verifier')])
    for (const hidden of ['/opt', '/srv', '/mnt']) expect(await out(fork, `ls ${hidden} 2>&1`)).toBe(`ls: cannot open directory '${hidden}': Permission denied\n`)
    expect(await out(fork, 'ls -A /var/tmp /tmp /dev/shm | tr -d "\\n"')).toBe('/dev/shm:/tmp:/var/tmp:')
    expect(await out(fork, 'ps -eo user= | sort -u; tail -n +3 /proc/net/dev | cut -d: -f1; grep -E "^(CapEff|CapBnd|NoNewPrivs|Seccomp):" /proc/self/status | tr -s "\\t\\n" " "; id -un')).toBe(
      '1002\nagent\n    lo\nCapEff: 0000000000000000 CapBnd: 0000000000000000 NoNewPrivs: 1 Seccomp: 2 agent\n')
  })

  test('may kill all that it can: the next command runs as ever. Limits are those of the unit', async () => {
    const fork = await forked()
    await run(fork, 'kill -9 -1')
    expect(await out(fork, 'echo still')).toBe('still\n')
    const hungry = await run(fork, 'python3 -c "x = b\'a\' * (200 << 20); print(len(x))"')
    expect(hungry).toMatchObject({ outOfMemory: true })
    expect(await out(fork, 'for i in $(seq 40); do sleep 5 & done 2>/tmp/said; jobs -p | wc -l')).not.toBe('40\n')
    expect(await out(fork, 'cat /tmp/said | grep -c -i "resource\\|retry"')).not.toBe('0\n')
  })

  test('a preloaded interpreter runs in the unit too', async () => {
    const fork = await forked()
    const execution = await fork.exec({ argv: ['python3', '-c', 'open("impl.py", "w").write("p")\ntry: open("q", "w")\nexcept OSError as error: print(error.strerror)'], user: 'agent', cwd: '/workspace', env: {}, wallSeconds: 60, preload: 'python' })
    expect([textOf(execution.stdout), execution.preloaded]).toEqual(['Read-only file system\n', true])
  })
})

describe('a grader under declared-files', () => {
  test('starts when the agent is gone, on copies, and writes its one file', async () => {
    const fork = await forked()
    await run(fork, 'echo new > impl.py; echo secret > /dev/shm/left; echo left > /tmp/left; sleep 1000 & (setsid sleep 1001 </dev/null >/dev/null 2>&1 &)')
    await fork.put([file(`${EVALUATION.laid}/key.json`, '42', 'verifier')])
    expect(await out(fork, 'id -un; ps -eo comm= | grep -c sleep; ls -A /tmp /var/tmp /dev/shm; cat impl.py made/later.py /opt/key.json; ls', 'verifier')).toMatch(
      /^verifier\n0\n\/dev\/shm:\n\n\/tmp:\n\n\/var\/tmp:\nnew\n42a .*\ngrader-output\.json\nimpl\.py\nmade\n$/s)
    for (const script of ['echo x > impl.py', 'echo x > more', 'ls /home', 'ls /srv', 'ls /mnt', 'touch /var/tmp/../x', 'echo x > /opt/key.json', `rm ${GRADE.output}`]) expect([script, (await run(fork, script, 'verifier')).exitCode]).not.toEqual([script, 0])
    expect((await run(fork, `echo verdict > ${GRADE.output}`, 'verifier')).exitCode).toBe(0)
    const [output] = await fork.get([`${GRADE.folder}/${GRADE.output}`], BOUNDS)
    expect(output).toMatchObject({ state: 'file', bytes: Buffer.from('verdict\n') })
    await expect(run(fork, 'true')).rejects.toThrow("the agent's unit is gone: its grader was started")
    const [original] = await fork.get(['/workspace/impl.py'], BOUNDS)
    expect(original).toMatchObject({ bytes: Buffer.from('new\n') })
  })

  test('starts without an agent before it, finds what was declared as it was, and ends with its fork', async () => {
    const fork = await forked()
    expect(await out(fork, 'cat impl.py; sleep 1000 & echo $?', 'verifier')).toBe('old\n0\n')
    const state = await fork.seal()
    made.push(state)
    expect((await state.changes(BOUNDS)).changes.filter(({ path }) => path.startsWith('/workspace'))).toEqual([])
  })

  test('a fork for grading alone is laid out open', async () => {
    const fork = await forked(start, { sandbox: 'open' })
    expect(fork.policy).toMatchObject({ sandbox: 'open', declared: [] })
    expect((await run(fork, 'touch /workspace/x ~/y /var/tmp/z')).exitCode).toBe(0)
  })
})
