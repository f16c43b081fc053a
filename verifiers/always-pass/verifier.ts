import { defineVerifier } from 'polygraph/contract'
import { pass } from 'polygraph/schema'

export default defineVerifier({
  kind: 'control',
  place: ['nowhere'],
  believes: 'everything',
  cases: [],
  user: 'none',
  verify: async () => pass('always-passes', 'this control passes whatever was done'),
})
