import { constants } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Real } from '../../helpers/real.ts'
import { realForks } from '../../helpers/real.ts'

const VERIFIERS = ['trusting-exit', 'strict']
let real: Real
beforeAll(async () => { real = await realForks(VERIFIERS, { act_seconds: 10, verify_seconds: 10 }) }, 600_000)
afterAll(() => real.close())

const SIGNALS = [...new Set(Object.values(constants.signals))].toSorted((a, b) => a - b)

/** The shell of the act, and then the process that holds the artifact, each ended by every signal that there is. */
test.each([...SIGNALS, 34, 64])('signal %i ends an act as fail, and an artifact as fail', async (number) => {
  const acted = await real.act(`kill -${number} $$; sleep 0.2`)
  expect(acted.outcome).toEqual({ state: 'graded' })
  expect(VERIFIERS.map((id) => acted.verdicts[id]?.verdict)).toEqual(['fail', 'fail'])
  const graded = await real.act(`printf 'import os\\nos.kill(os.getpid(), ${number})\\ndef add(a, b):\\n    return 0\\nmul = add\\n' > impl.py`)
  expect(graded.verdicts['strict']).toMatchObject({ verdict: 'fail' })
}, 120_000)
