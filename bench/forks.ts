import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import type { Snapshot } from '../src/contract/index.ts'
import { interleaved, median, ms, p95, ratio } from './measure.ts'

const SERVER = fileURLToPath(new URL('../src/backends/namespaces/forkserver', import.meta.url))
const FLOOR = fileURLToPath(new URL('./floor.py', import.meta.url))

const TRUE = { argv: ['/bin/true'], user: 'agent', cwd: '/', env: {}, wallSeconds: 10 } as const

const BWRAP = ['--ro-bind', '/', '/', '--unshare-all', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--die-with-parent', '--new-session', '/bin/true']

/** One `true` in a fresh fork, beside a bare spawn of it, beside bwrap, and beside what the kernel alone takes. */
export async function forkCosts(snapshot: Snapshot, rounds: number, tell: (line: string) => void): Promise<void> {
  const samples = await interleaved(rounds, {
    spawn: () => ended('/bin/true', []),
    bwrap: () => ended('/usr/bin/bwrap', BWRAP),
    ours: async () => {
      const fork = await snapshot.fork()
      await fork.exec(TRUE)
      await fork.discard()
    },
  })
  const bare = await interleaved(rounds, {
    'fork + discard': async () => (await snapshot.fork()).discard(),
  })
  const floor = JSON.parse((await execa('/usr/bin/python3', ['-I', '-B', FLOOR, SERVER, String(rounds)])).stdout) as number[]
  const [spawned, wrapped, own] = [median(samples['spawn']!), median(samples['bwrap']!), median(samples['ours']!)]
  const pair = median(bare['fork + discard']!)
  tell(`one "true", p50 over ${rounds} interleaved rounds:`)
  tell(`  bwrap over bare spawn                     ${ratio(wrapped / spawned)}  (${ms(wrapped - spawned)} more)`)
  tell(`  fork + exec + discard over bare spawn     ${ratio(own / spawned)}  (${ms(own - spawned)} more)`)
  tell(`  fork + exec + discard over bwrap          ${ratio(own / wrapped)}`)
  tell(`  fork + discard over bare spawn            ${ratio(pair / spawned)}  (${ms(pair)} p50, ${ms(p95(bare['fork + discard']!))} p95)`)
  tell(`  fork + discard over the kernel's floor    ${ratio(pair / median(floor))}  (floor: clone with six namespaces, exit, wait: ${ms(median(floor))} p50)`)
}

function ended(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    spawn(program, args, { stdio: 'ignore' }).once('error', reject).once('exit', (code) => code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`)))
  })
}
