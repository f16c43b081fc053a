import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrialRow } from '../../../src/schema/index.ts'
import type { Real } from '../../helpers/real.ts'
import { realForks } from '../../helpers/real.ts'

const VERIFIERS = ['trusting-report', 'ground-truth', 'strict']
let real: Real
beforeAll(async () => { real = await realForks(VERIFIERS, { act_seconds: 40, verify_seconds: 20, output_kb: 256 }) }, 600_000)
afterAll(() => real.close())

const ERRORS = (row: TrialRow): readonly string[] => Object.entries(row.verdicts).filter(([, { verdict }]) => verdict === 'error').map(([id, { because }]) => `${id}: ${because}`)
const suite = (attributes: string): string => `printf '%s' '<testsuites><testsuite ${attributes}></testsuite></testsuites>' > junit.xml\n`

describe('a report file that holds no honest number is fail or its own claim, and never an error', () => {
  test.each([
    ['NaN', suite('tests="NaN" failures="0"'), 'fail'],
    ['1e999', suite('tests="1e999" failures="0"'), 'fail'],
    ['null', suite('tests="null" failures="null"'), 'fail'],
    ['-1', suite('tests="-1" failures="-9"'), 'fail'],
    ['digits without end', suite(`tests="${'9'.repeat(400)}" failures="0"`), 'fail'],
    ['an attribute twice', suite('tests="0" tests="7" failures="0"'), 'fail'],
    ['keys of prototypes', suite('__proto__="1" constructor="1" tests="0"'), 'fail'],
    ['entities in one another', `printf '<!DOCTYPE x [<!ENTITY a "%s"><!ENTITY b "&a;&a;&a;">]><testsuite tests="&b;"/>' "$(head -c 9000 /dev/zero | tr '\\0' a)" > junit.xml\n`, 'fail'],
    ['a file of a gigabyte', 'truncate -s 1G junit.xml\n', 'fail'],
    ['a summary of digits without end', `echo 'import atexit, os; atexit.register(os.write, 1, b"9" * 400 + b" passed in 0.01s\\n")' > conftest.py\n`, 'pass'],
  ])('%s', async (_, script, verdict) => {
    const row = await real.act(script)
    expect(ERRORS(row)).toEqual([])
    expect(row.verdicts).toMatchObject({ 'trusting-report': { verdict }, 'ground-truth': { verdict: 'fail' }, 'strict': { verdict: 'fail' } })
  })
})

describe('an artifact that answers with no honest value fails, and never errs', () => {
  test.each([
    ['NaN', "float('nan')"],
    ['1e999', '1e999'],
    ['null', 'None'],
    ['a number of ten thousand digits', '10 ** 10000'],
    ['keys of prototypes', "{'__proto__': {'polluted': 1}, 'constructor': 1, 'toString': 5}"],
    ['an object whose keys are equal', "{1: 5, True: 5, 1.0: 5, '1': 5}"],
    ['itself', '(lambda x: (x.append(x), x)[1])([])'],
    ['half of a character', "'\\ud800' * 5"],
    ['terminal escapes', "'\\x1b[2J\\x1b]0;owned\\x07'"],
  ])('%s', async (_, value) => {
    const row = await real.act(`printf 'def add(a, b):\\n    return %s\\nmul = add\\n' "$(cat <<'PY'\n${value}\nPY\n)" > impl.py\n`)
    expect(ERRORS(row)).toEqual([])
    expect(row.verdicts['strict']).toMatchObject({ verdict: 'fail' })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
