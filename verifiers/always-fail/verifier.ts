import { defineVerifier } from 'polygraph/contract'
import { fail } from 'polygraph/schema'

export default defineVerifier({
  kind: 'control',
  place: ['nowhere'],
  believes: 'nothing',
  cases: [],
  user: 'none',
  verify: async () => fail('always-fails', 'this control fails whatever was done'),
})
