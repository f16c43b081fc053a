import { describe, expect, test } from 'vitest'
import type { Fork } from '../../../src/contract/index.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { made, out, python, run, said, sh, until } from './kit/run.ts'

/** How many processes of a fork carry this word in their command line. */
async function alive(fork: Fork, word: string): Promise<number> {
  const listed = await said(python(fork, `
import os, sys
count = 0
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as handle:
            count += sys.argv[1].encode() in handle.read().split(b"\\0") and int(pid) != os.getpid()
    except OSError:
        pass
print(count)`, [word]))
  return Number(listed)
}

inEachTier('commands within limits', (tier) => {
  const at = bench(tier)

  describe('how a command is ended', () => {
    test('a time-out kills the command and all below it, and keeps what was said', async () => {
      const fork = await at().fork()
      const done = await sh(fork, 'echo before; sleep 1000.1 & (sleep 1000.1; echo late) & sleep 1000.1; echo after', { wallSeconds: 1 })
      expect(done).toMatchObject({ timedOut: true, exitCode: null, signal: 'SIGKILL', outOfMemory: false })
      expect(out(done)).toBe('before\n')
      expect(done.durationMs).toBeLessThan(5000)
      expect(await alive(fork, '1000.1')).toBe(0)
    })

    test('the count of processes sees those that are there', async () => {
      const fork = await at().fork()
      await said(sh(fork, 'sleep 1000.2 >/dev/null 2>&1 & sleep 1000.2 >/dev/null 2>&1 &'))
      // A child is there before it has started its program.
      await expect.poll(() => alive(fork, '1000.2'), { timeout: 10_000 }).toBe(2)
    })

    test('a time-out reaches children in sessions of their own while their parents live', async () => {
      const fork = await at().fork()
      const done = await sh(fork, 'setsid sleep 1000.3 & setsid sh -c "setsid sleep 1000.3 & sleep 1000.3" & sleep 1000.3', { wallSeconds: 1 })
      expect(done.timedOut).toBe(true)
      expect(await alive(fork, '1000.3')).toBe(0)
    })

    test('a time-out ends what ignores every signal it can, and what stopped itself', async () => {
      const fork = await at().fork()
      const deaf = 'import signal, time\nfor n in range(1, 65):\n  try: signal.signal(n, signal.SIG_IGN)\n  except (OSError, ValueError): pass\ntime.sleep(1000)'
      expect(await python(fork, deaf, [], { wallSeconds: 0.5 })).toMatchObject({ timedOut: true, signal: 'SIGKILL' })
      expect(await sh(fork, 'kill -STOP $$', { wallSeconds: 0.5 })).toMatchObject({ timedOut: true, signal: 'SIGKILL' })
      expect(await said(sh(fork, 'echo still here'))).toBe('still here\n')
    })

    test('children that fork as fast as they can do not outlive a time-out', async () => {
      const fork = await at().fork()
      const breeding = `
        import os
        while True:
            try:
                if os.fork() == 0: os.setsid()
            except OSError: pass`
      const done = await python(fork, breeding, ['breeder'], { wallSeconds: 1 })
      expect(done).toMatchObject({ timedOut: true })
      expect(await alive(fork, 'breeder')).toBe(0)
      expect(await said(sh(await at().fork(), 'echo others work'))).toBe('others work\n')
    })

    test('a caller can end a command', async () => {
      const fork = await at().fork()
      const abort = new AbortController()
      const running = sh(fork, 'echo started; : > started; sleep 1000.4 & sleep 1000.4', { signal: abort.signal })
      await made(fork, '/workspace/started')
      abort.abort()
      const done = await running
      expect(done).toMatchObject({ timedOut: false, exitCode: null, signal: 'SIGKILL' })
      expect(out(done)).toBe('started\n')
      expect(await alive(fork, '1000.4')).toBe(0)
    })

    test('the end of one command leaves its neighbours in the fork alone', async () => {
      const fork = await at().fork()
      const long = sh(fork, 'sleep 1; echo long')
      expect((await sh(fork, 'sleep 1000', { wallSeconds: 0.2 })).timedOut).toBe(true)
      expect(await said(long)).toBe('long\n')
    })

    test('a daemon that holds the streams open does not delay the answer', async () => {
      const fork = await at().fork()
      const done = await sh(fork, 'setsid sh -c "while :; do echo noise; sleep 0.01; done" & setsid sleep 1000.5 & echo done')
      expect(done.exitCode).toBe(0)
      expect(done.durationMs).toBeLessThan(5000)
      expect(out(done)).toContain('done\n')
      expect(await alive(fork, '1000.5')).toBe(1)
    })

    test('processor time is limited, whatever the clock on the wall says', async () => {
      const fork = await at().fork()
      const done = await python(fork, 'while True: pass', [], { cpuSeconds: 1, wallSeconds: 55 })
      expect(done).toMatchObject({ timedOut: false, exitCode: null, signal: 'SIGXCPU' })
      expect(done.usage.cpuMs).toBeGreaterThan(700)
      expect(await python(fork, 'import time; time.sleep(1.5)', [], { cpuSeconds: 1 })).toMatchObject({ exitCode: 0 })
    })

    test.runIf(tier === 'one-uid')('a command that ignores the end of its processor time is killed a second later', async () => {
      const deaf = 'import signal; signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass'
      expect(await python(await at().fork(), deaf, [], { cpuSeconds: 1, wallSeconds: 55 })).toMatchObject({ timedOut: false, signal: 'SIGKILL' })
    })

    test('what a command used is measured, its children included', async () => {
      const done = await sh(await at().fork(), 'python3 -c "import time\nd = bytearray(80 << 20)\nwhile time.process_time() < 0.3: pass"; true')
      expect(done.usage.cpuMs).toBeGreaterThan(250)
      expect(done.usage.peakMemoryBytes).toBeGreaterThan(80 << 20)
      expect(done.durationMs).toBeGreaterThan(250)
    })
  })

  describe('what a command says', () => {
    test.each([['stdout', 1, 2], ['stderr', 2, 1]] as const)('too much on %s is cut and told for that stream alone, while the command goes on', async (name, loud, quiet) => {
      const fork = await at().fork()
      const done = await sh(fork, `head -c 3000000 /dev/zero >&${loud}; echo whole >&${quiet}; touch finished`, { outputBytes: 1000 })
      expect(done.exitCode).toBe(0)
      expect(done.truncated).toEqual({ stdout: name === 'stdout', stderr: name === 'stderr' })
      expect(done[name]).toHaveLength(1000)
      expect(Buffer.from(done[name === 'stdout' ? 'stderr' : 'stdout']).toString()).toBe('whole\n')
      expect(await said(sh(fork, 'ls finished'))).toBe('finished\n')
    })

    test('exactly as much as allowed is not told as cut', async () => {
      const done = await sh(await at().fork(), 'head -c 1000 /dev/zero', { outputBytes: 1000 })
      expect(done.stdout).toHaveLength(1000)
      expect(done.truncated.stdout).toBe(false)
    })

    test('commands of one fork run side by side, each with its own streams and end', async () => {
      const fork = await at().fork()
      // Each waits until all twelve have started: one after the other they never would.
      const meet = (n: number): string => `: > met${n}; while [ $(ls met* | wc -l) -lt 12 ]; do sleep 0.05; done; echo out ${n}; echo err ${n} >&2; exit ${n}`
      const all = await Promise.all(Array.from({ length: 12 }, (_, n) => sh(fork, meet(n))))
      all.forEach((done, n) => {
        expect([done.exitCode, out(done), Buffer.from(done.stderr).toString()]).toEqual([n, `out ${n}\n`, `err ${n}\n`])
      })
    })

    test('commands of one fork see one another, those of two forks do not', async () => {
      const [one, other] = [await at().fork(), await at().fork()]
      const abort = new AbortController()
      const sleeping = run(one, ['sleep', '1000.6'], { signal: abort.signal })
      await until(async () => await alive(one, '1000.6') === 1, 'it is seen')
      expect(await alive(other, '1000.6')).toBe(0)
      abort.abort()
      await sleeping
    })
  })
})
