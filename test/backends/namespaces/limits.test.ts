import { describe, expect, test } from 'vitest'
import type { Policy } from '../../../src/contract/index.ts'
import { descendants, residentKilobytes } from './kit/host.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { BOUNDS, err, file, out, python, said, sh } from './kit/run.ts'
import { ENVIRONMENT } from './kit/environment.ts'

const LIMITS: Policy['limits'] = { ...ENVIRONMENT.limits, memory_mb: 128, processes: 40, disk_mb: 24, inodes: 500, file_mb: 8, open_files: 64 }

inEachTier('the limits of a fork', (tier) => {
  const at = bench(tier, [file('/workspace/a', 'a')], { limits: LIMITS })

  test('a fork bomb ends at the limit, in this fork alone, and the server answers others meanwhile', async () => {
    const [fork, other] = [await at().fork(), await at().fork()]
    const bomb = python(fork, `
      import os, time
      count = 0
      while True:
          try:
              if os.fork() == 0: time.sleep(3); os._exit(0)
              count += 1
          except OSError:
              print(count, flush=True); time.sleep(2); break`)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await said(sh(other, 'for n in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2 & done; wait; echo fine'))).toBe('fine\n')
    const count = Number(out(await bomb))
    expect(count).toBeGreaterThan(30)
    expect(count).toBeLessThan(40)
    const full = sh(await at().fork(), 'b() { b | b & }; b; sleep 1', { wallSeconds: 3 })
    expect((await sh(other, 'echo still', { wallSeconds: 20 })).exitCode).toBe(0)
    await full
  })

  test('a full fork fails commands as a value, and can still be sealed', async () => {
    const fork = await at().fork()
    await python(fork, `
      import os, time
      while True:
          try:
              if os.fork() == 0: os.setsid(); time.sleep(1000)
          except OSError: break`)
    const done = await sh(fork, 'echo in')
    expect([126, 2, 0]).toContain(done.exitCode)
    at().keep(await fork.seal())
    expect(await said(sh(await at().fork(), 'echo others'))).toBe('others\n')
  })

  test('too much memory is refused or ends the command, and no other fork notices', async () => {
    const [fork, other] = [await at().fork(), await at().fork()]
    const steady = python(other, 'import time\nheld = bytearray(60 << 20)\nfor n in range(10): held[n << 20] = 1; time.sleep(0.1)\nprint("held")')
    const done = await python(fork, 'held = []\nwhile True: held.append(bytearray(b"x" * (8 << 20)))')
    const readiness = await at().backend.readiness()
    if (readiness.ready && readiness.promises.memoryLimit === 'fork') {
      expect(done).toMatchObject({ exitCode: null, signal: 'SIGKILL', outOfMemory: true, timedOut: false })
    } else {
      expect(done).toMatchObject({ exitCode: 1, outOfMemory: false })
      expect(err(done)).toContain('MemoryError')
    }
    expect(await said(steady)).toBe('held\n')
    expect(await sh(fork, 'echo again')).toMatchObject({ exitCode: 0, outOfMemory: false })
    expect(await said(python(fork, 'held = b"x" * (60 << 20); print("within")'))).toBe('within\n')
  })

  test('a child that runs out of memory is told of its parent, and of no command that comes later', async () => {
    const fork = await at().fork()
    const readiness = await at().backend.readiness()
    const whole = readiness.ready && readiness.promises.memoryLimit === 'fork'
    const done = await sh(fork, 'python3 -c "held = []\nwhile True: held.append(bytearray(b\'x\' * (8 << 20)))" 2>/dev/null; echo "child: $?"')
    expect(done).toMatchObject({ exitCode: 0, outOfMemory: whole })
    expect(out(done)).toBe(whole ? 'child: 137\n' : 'child: 1\n')
    expect(await sh(fork, 'true')).toMatchObject({ outOfMemory: false })
  })

  test.runIf(tier === 'root')('memory is counted for all processes of a fork together, and for its files', async () => {
    const readiness = await at().backend.readiness()
    if (!readiness.ready || readiness.promises.memoryLimit !== 'fork') return
    const fork = await at().fork()
    const many = 'import os, time\nfor n in range(6):\n  if os.fork() == 0: held = b"x" * (40 << 20); time.sleep(1); os._exit(0)\nprint(sorted(os.wait()[1] for n in range(6)).count(9) > 0)'
    expect(out(await python(fork, many))).toBe('True\n')
    expect(await python(await at().fork(), 'open("f", "wb").write(b"x" * (7 << 20)); held = b"x" * (135 << 20)')).toMatchObject({ outOfMemory: true })
  })

  test('the disk fills up for this fork alone; what is there can still be listed and read', async () => {
    const fork = await at().fork()
    const done = await sh(fork, 'n=0; while head -c 4000000 /dev/zero > /workspace/fill$n; do n=$((n+1)); done; echo $n; echo x > /tmp/more; echo x > ~/more')
    expect(Number(out(done).split('\n')[0])).toBeLessThan(7)
    expect(err(done)).toMatch(/No space left on device/)
    expect(await said(sh(await at().fork(), 'head -c 4000000 /dev/zero > fine; echo fine'))).toBe('fine\n')
    const sealed = at().keep(await fork.seal())
    expect((await sealed.changes(BOUNDS)).changes.length).toBeGreaterThan(3)
    // A fork of the full state has a disk of its own again.
    expect(await said(sh(at().keep(await sealed.fork()), 'head -c 4000000 /dev/zero > more; echo fine'))).toBe('fine\n')
  })

  test('the number of files is limited, for this fork alone', async () => {
    const fork = await at().fork()
    const count = Number(await said(python(fork, `
      n = 0
      try:
          while True: open(f"f{n}", "w"); n += 1
      except OSError: print(n)`)))
    expect(count).toBeGreaterThan(400)
    expect(count).toBeLessThan(500)
    expect(await said(sh(await at().fork(), 'for n in $(seq 100); do : > f$n; done; ls | wc -l'))).toBe('101\n')
    expect((await at().keep(await fork.seal()).changes(BOUNDS)).changes).toHaveLength(count)
  })

  test('one file has a largest size, one process a number of open files', async () => {
    const fork = await at().fork()
    const size = await python(fork, `
      import signal
      signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
      handle = open("f", "wb", buffering=0); n = 0
      try:
          while True: n += handle.write(bytes(1 << 20))
      except OSError as error: print(n, error.strerror)`)
    expect(out(size)).toBe(`${8 << 20} File too large\n`)
    expect(await said(sh(fork, 'rm f; ulimit -n'))).toBe('64\n')
    const open = await python(fork, `
      import os
      held = []
      try:
          while True: held.append(os.dup(0))
      except OSError as error: print(len(held) + 3, error.strerror)`)
    expect(out(open)).toBe('64 Too many open files\n')
  })

  test('no limit can be raised again', async () => {
    const done = await python(await at().fork(), `
      import resource
      for name in ("NPROC", "NOFILE", "FSIZE", "CPU", "CORE", "MEMLOCK", "MSGQUEUE"):
          number = getattr(resource, f"RLIMIT_{name}", 12)
          before = resource.getrlimit(number)
          try: resource.setrlimit(number, (before[1] + 1, before[1] + 1))
          except (ValueError, OSError): pass
          if resource.getrlimit(number) != before: print(name, "raised")`)
    expect([done.exitCode, out(done)]).toEqual([0, ''])
  })

  describe('a flood of output', () => {
    test('does not grow the server, and the command ends as it would', async () => {
      const fork = await at().fork()
      const before = largestServer(at().pid)
      let most = 0
      const watch = setInterval(() => { most = Math.max(most, largestServer(at().pid)) }, 50)
      const done = await sh(fork, 'head -c 200000000 /dev/zero; echo end >&2', { wallSeconds: 55 })
      clearInterval(watch)
      expect(done).toMatchObject({ exitCode: 0, truncated: { stdout: true, stderr: false } })
      expect([done.stdout.length, err(done)]).toEqual([LIMITS.output_kb * 1024, 'end\n'])
      expect(before).toBeGreaterThan(1000)
      expect(most - before).toBeLessThan(20_000)
    })
  })
})

/** Kilobytes of the largest process below the one that holds the backend, commands in forks left out: they are not Python. */
function largestServer(pid: number): number {
  return Math.max(...descendants(pid).map(residentKilobytes))
}
