import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trialsCsv } from '../../src/report/csv.ts'
import { compose, page, summary, terminalSummary } from '../../src/report/index.ts'
import { differences } from '../../src/run/index.ts'
import { printable, TrialRow } from '../../src/schema/index.ts'
import type { Real } from '../helpers/real.ts'
import { realForks } from '../helpers/real.ts'
import { record } from '../helpers/rows.ts'

let real: Real
beforeAll(async () => { real = await realForks(['trusting-report', 'ground-truth', 'strict'], { act_seconds: 40, verify_seconds: 20, output_kb: 256 }) }, 600_000)
afterAll(() => real.close())

const SCRIPT = '<script>alert(1)</script>'
const FORMULA = '=HYPERLINK("http://evil.test","click")'
const ESCAPE = '\u001b[2J\u001b]0;owned\u0007'

describe('a trial in which every string attacks its reader', () => {
  let row: TrialRow
  beforeAll(async () => {
    const name = `${FORMULA.replaceAll('/', '_')}${SCRIPT.replaceAll('/', '_')}`
    row = await real.act([
      `cat <<'X'\n${FORMULA}\n+1+1\n@SUM(A1)\n${SCRIPT}"><img src=x onerror=alert(1)>${ESCAPE}\u202epassed\nX`,
      `cat > conftest.py <<'PY'\nprint(${JSON.stringify(`${FORMULA}${SCRIPT}${ESCAPE}`)})\nPY`,
      `: > '${name}'; : > '${ESCAPE}'; : > '${'\u202e'}gpj.exe'; mkdir '\\'; ln -s '${SCRIPT.replaceAll('/', '_')}' link`,
      `printf 'def add(a, b):\\n    raise ValueError(%s)\\nmul = add\\n' "$(cat <<'X'\n${JSON.stringify(`${FORMULA}${SCRIPT}${ESCAPE}`)}\nX\n)" > impl.py`,
    ].join('\n'), { plan: { experiment: 'exp1', arm: 'main' } })
  })

  test('is graded, and its row reads back as it was written', () => {
    expect(row.outcome).toEqual({ state: 'graded' })
    expect(Object.values(row.verdicts).filter(({ verdict }) => verdict === 'error')).toEqual([])
    expect(row.claim!.words).toContain(FORMULA)
    expect(TrialRow.parse(JSON.parse(JSON.stringify(row)))).toEqual(row)
  })

  test('is safe to open as a page, as a summary and in a terminal', () => {
    const report = compose(record({ experiments: ['exp1'] }), [row])
    const opened = page(report, [], [row])
    expect(opened).toContain(row.id)
    expect(opened.match(/<(script|img|iframe|link)/gi)).toBeNull()
    for (const text of [opened, summary(report, []), terminalSummary(report, { colour: false, report: null })]) {
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    }
  })

  test('starts no formula in a spreadsheet', async () => {
    const csv = await text(trialsCsv([row], (whole) => whole))
    expect(csv).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e]/)
    expect(csv).not.toMatch(/(^|,)"?[=+@\t]/m)
  })

  test('is safe where two rows are compared', () => {
    for (const { was, is } of differences(row, { ...row, claim: null })) expect(printable(`${was}${is}`)).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
  })
})
