import type { ChildProcess } from 'node:child_process'
import { fork as forkNode, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import type { Snapshot } from '../src/contract/index.ts'
import { interleaved, median, ms, p95, ratio } from './measure.ts'

const SERVER = fileURLToPath(new URL('../src/backends/namespaces/forkserver', import.meta.url))
const SMALL = fileURLToPath(new URL('./small.ts', import.meta.url))
const FLOOR = fileURLToPath(new URL('./floor.py', import.meta.url))

const TRUE = { argv: ['/bin/true'], user: 'agent', cwd: '/', env: {}, wallSeconds: 10 } as const

const BWRAP = ['--ro-bind', '/', '/', '--unshare-all', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--die-with-parent', '--new-session', '/bin/true']

/**
 * One `true` in a fresh fork, beside a bare spawn of it, beside bwrap, and beside what the kernel alone takes. A spawn costs a
 * process by what it holds, so bare spawn and bwrap are measured from a small process, and the spawn from this one too.
 */
export async function forkCosts(snapshot: Snapshot, rounds: number, tell: (line: string) => void): Promise<void> {
  const small = forkNode(SMALL, { execArgv: [...process.execArgv] })
  const samples = await interleaved(rounds, {
    spawn: () => byOther(small, '/bin/true', []),
    spawnHere: () => ended('/bin/true', []),
    bwrap: () => byOther(small, '/usr/bin/bwrap', BWRAP),
    ours: async () => {
      const fork = await snapshot.fork()
      await fork.exec(TRUE)
      await fork.discard()
    },
  })
  // A state that is forked again and again has its next fork made ahead; here each is made when asked for.
  const bare = await interleaved(rounds, {
    spawn: () => byOther(small, '/bin/true', []),
    pair: async () => (await snapshot.fork()).discard(),
  })
  small.disconnect()
  const floor = JSON.parse((await execa('/usr/bin/python3', ['-I', '-B', FLOOR, SERVER, String(rounds)])).stdout) as number[]
  const [spawned, wrapped, own] = [median(samples['spawn']!), median(samples['bwrap']!), median(samples['ours']!)]
  const pair = median(bare['pair']!)
  tell(`one "true", p50 over ${rounds} interleaved rounds; bare spawn and bwrap by a small Node process (${ms(spawned)} a spawn):`)
  tell(`  bare spawn by this process of ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB        ${ratio(median(samples['spawnHere']!) / spawned)}`)
  tell(`  bwrap over bare spawn                     ${ratio(wrapped / spawned)}  (${ms(wrapped - spawned)} more)`)
  tell(`  fork + exec + discard over bare spawn     ${ratio(own / spawned)}  (${ms(own - spawned)} more)`)
  tell(`  fork + exec + discard over bwrap          ${ratio(own / wrapped)}`)
  tell(`  fork + discard over bare spawn            ${ratio(pair / median(bare['spawn']!))}  (${ms(pair)} p50, ${ms(p95(bare['pair']!))} p95; ${ms(pair - median(bare['spawn']!))} more)`)
  tell(`  fork + discard over the kernel's floor    ${ratio(pair / median(floor))}  (floor: clone with six namespaces, exit, wait: ${ms(median(floor))} p50)`)
}

function byOther(small: ChildProcess, program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    small.once('message', (said) => typeof said === 'number' ? resolve(said) : reject(new Error(String(said))))
    small.send({ program, args })
  })
}

function ended(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    spawn(program, args, { stdio: 'ignore' }).once('error', reject).once('exit', (code) => code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`)))
  })
}
