import { defineVerifier } from 'polygraph/contract'
import { trustReport } from 'polygraph/grading'

// What a harness does that collects reports: it parses what the runner wrote or printed, and asks nobody else.
export default defineVerifier({
  kind: 'outcome',
  place: ['sealed-state'],
  believes: 'the JUnit file or the summary text that the visible test run left',
  cases: ['visible'],
  user: 'none',
  verify: (context) => trustReport(context),
})
