import type { Observation } from '../contract/index.ts'
import type { ControlResult, Outcome } from '../schema/index.ts'
import type { Declared } from './promises.ts'

/** What was seen of a backend, or how it failed the probe: a call that threw, or one that didn't come back. */
export type Seen = Observation | { readonly state: 'failed'; readonly evidence: string }

export interface Judgement { readonly outcome: Outcome; readonly because: string; readonly counted: boolean }

/**
 * From what was seen to an outcome. A promise that is declared and not met is a fail; one that is met and not declared is
 * a pass that says so; what isn't declared and isn't met is unsupported. Where no control was seen to fail, a pass says
 * nothing, so it is unverified; a fail stays one.
 */
export function judge(seen: Seen, promise: string, { declared, ...rest }: Declared & { readonly because?: string }, control: ControlResult | null): Judgement {
  const shown = control?.failed === true
  const because = rest.because ?? ''
  switch (seen.state) {
    case 'holds':
      if (!shown) return { outcome: 'unverified', because: control === null ? 'no control of it can run on this machine' : `its control did not fail: ${control.evidence}`, counted: false }
      return { outcome: 'pass', because: declared ? `${promise} is kept` : `${promise} is kept, though not declared`, counted: true }
    case 'broken':
    case 'failed':
      if (!declared) return { outcome: 'unsupported', because: because || `${promise} is not promised`, counted: shown }
      return { outcome: 'fail', because: seen.state === 'broken' ? `${promise} is declared and not met` : `the backend failed the probe`, counted: shown }
    case 'unsupported':
    case 'unverified':
      return { outcome: seen.state, because: seen.evidence, counted: shown }
  }
}
