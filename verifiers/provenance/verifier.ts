import { defineVerifier } from 'polygraph/contract'
import { traceSources } from 'polygraph/grading'

export default defineVerifier({
  kind: 'provenance',
  place: ['host'],
  believes: "the harness's own markers, the backend's record of opened files, and the log of a server that the agent can't write",
  cases: [],
  user: 'none',
  verify: (context) => traceSources(context),
})
