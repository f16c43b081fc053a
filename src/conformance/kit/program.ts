import { defineProbe, endOf, type Execution, type Observation, type Probe, textOf } from '../../contract/index.ts'

/** The exit codes of a program that is a whole probe: what automake's test programs use, and 78 for what can't be told. */
const EXITS: Readonly<Record<number, Observation['state']>> = { 0: 'holds', 1: 'broken', 77: 'unsupported', 78: 'unverified' }

/** What a program that is a whole probe answered: by its exit code, with what it printed as the evidence. */
export function answerOf(execution: Execution): Observation {
  const state = execution.exitCode === null ? undefined : EXITS[execution.exitCode]
  const said = textOf(execution.stdout).trim().slice(0, 1000)
  return state === undefined || said === '' ? { state: 'unverified', evidence: `its program ended without an answer: ${endOf(execution)}` } : { state, evidence: said }
}

/** A program, with arguments; `sealed` runs it in a fork of a state that was sealed after an act. */
export interface Asked { readonly args?: readonly string[]; readonly sealed?: boolean }

/** A probe that is one program, its own or one that several share, as the agent in a fork. */
export function program(name: string, { args = [], sealed = false }: Asked = {}): Probe {
  return defineProbe(async ({ fork, run, shell, seal }) => {
    let one = await fork()
    if (sealed) {
      await shell(one, 'echo x > act')
      one = await fork(await seal(one))
    }
    return answerOf(await run(one, name, { args }))
  })
}
