import { readFile } from 'node:fs/promises'
import type { Fork } from '../contract/index.ts'
import { printable } from '../schema/index.ts'
import { StageFailure, within } from './failure.ts'
import type { Service } from './sources/index.ts'

const SECONDS = 30

/** The bytes of a program that the harness runs in a fork before the act; it lies in programs/ beside this file. */
export function stagingProgram(name: 'fixture-server.py' | 'waiting-grader.py'): Promise<Uint8Array> {
  return readFile(new URL(`./programs/${name}`, import.meta.url))
}

/**
 * Starts a program that goes on in the background, as the verifier's user, and waits until it says that it is ready: it
 * prints `NAME=value` lines, forks, and its first process exits with 0. Gives those lines.
 */
export async function startService(fork: Fork, { argv, cwd, env }: Service): Promise<Readonly<Record<string, string>>> {
  const text = await setUp(fork, 'verifier', argv, cwd, env)
  return Object.fromEntries(text.split('\n').flatMap((line) => {
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value!]]
  }))
}

/** Runs one command of the harness's before the act, and gives what it printed. One that fails is the fork stage's error. */
export async function setUp(fork: Fork, user: 'agent' | 'verifier', argv: readonly string[], cwd = '/', env: Readonly<Record<string, string>> = {}): Promise<string> {
  const what = printable(argv.slice(0, 3).join(' '), { limit: 200 })
  try {
    const execution = await within(SECONDS * 2, what, fork.exec({ argv, user, cwd, env: { PATH: '/usr/bin:/bin', ...env }, wallSeconds: SECONDS, outputBytes: 64 * 1024 }))
    const said = Buffer.from(execution.stderr).toString('utf8').trim()
    if (execution.exitCode !== 0) throw new StageFailure('fork-failed', printable(`staging: ${what} ended with ${execution.exitCode ?? execution.signal}${said === '' ? '' : `: ${said}`}`, { limit: 500 }))
    return Buffer.from(execution.stdout).toString('utf8')
  } catch (thrown) {
    if (thrown instanceof StageFailure) throw thrown
    throw new StageFailure('fork-failed', `staging: ${what}: ${(thrown as Error).message}`, { cause: thrown })
  }
}
