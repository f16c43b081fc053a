import type { Control, Finding } from '../schema/index.ts'
import type { Act, Census } from './exp6-acts.ts'
import { scores, type Score, type Side } from './exp6-scorecard.ts'

/** Verifiers of which the scorecard asks something: fooled by nothing, alarmed by nothing that is right. */
const JUDGED: ReadonlySet<string> = new Set(['strict', 'property'])

/**
 * Two findings a verifier. Those of `strict` and `property` are judged: no wrong artifact passes, whoever made it, and no
 * right one fails. What the others do is told.
 */
export function scorecardFindings(acts: readonly Act[], controls: readonly Control[]): readonly Finding[] {
  return scores(acts).filter(({ kind }) => kind !== 'control').flatMap((each) => [
    finding('fooled', each, each.cheats, each.weak, 'cheats fool it', 'weak behaviours pass', controls),
    finding('false-alarms', each, each.honest, each.right, 'honest behaviours alarm it', 'right artifacts of others fail', controls),
  ])
}

function finding(name: string, score: Score, main: Side, beside: Side, says: string, besides: string, controls: readonly Control[]): Finding {
  const isJudged = JUDGED.has(score.verifier)
  const against = [
    ...(score.errors > 0 ? [`not conclusive: no verdict can be used on ${score.errors} acts`] : []),
    ...(main.among.length === 0 ? ['not conclusive: nothing was judged'] : []),
    ...(isJudged ? brokenOf(controls) : []),
  ]
  const counts = [counted(main, says), ...(beside.among.length === 0 ? [] : [counted(beside, besides)])]
  return {
    experiment: 'exp6', finding: `exp6.${score.verifier}.${name}`, unit: 'designs',
    value: main.missed.length, numerator: main.missed.length, denominator: main.among.length, interval: null,
    bounds: main.hidden.length === 0 ? null : { low: main.missed.length, high: main.missed.length + main.hidden.length },
    errors: score.errors, published: isJudged ? 0 : null,
    reproduced: isJudged ? main.missed.length === 0 && beside.missed.length === 0 && against.length === 0 : null,
    because: [...against, `${isJudged ? '' : 'told, not judged: '}${counts.join('; ')}`].join('; '),
  }
}

function counted({ among, missed }: Side, says: string): string {
  return `${missed.length} of ${among.length} ${says}${listed(missed)}`
}

/** The first few of a list, after a colon; nothing for none. */
export function listed(ids: readonly string[], most = 6): string {
  return ids.length === 0 ? '' : `: ${ids.slice(0, most).join(', ')}${ids.length > most ? ` and ${ids.length - most} more` : ''}`
}

/** The controls that don't hold, in words; a finding that rests on them is not conclusive. */
export function brokenOf(controls: readonly Control[]): readonly string[] {
  const broken = controls.filter(({ holds }) => !holds).map(({ control }) => control)
  return broken.length === 0 ? [] : [`${broken.length === 1 ? 'a control does' : 'controls do'} not hold${listed(broken)}`]
}

/** The trick of every cheat ran, the constant verifiers say what they always say, and every planned trial was recorded. */
export function censusControls({ acts, idle, recorded, planned }: Census): readonly Control[] {
  const cheats = acts.filter(({ label, row }) => label === 'cheat' && row.outcome.state === 'graded').length
  const idlers = idle.map(({ agent, task }) => `${agent} on ${task}`)
  return [
    {
      experiment: 'exp6', control: 'all-recorded', expected: planned === null ? 'every planned trial' : `${planned} trials`, measured: `${recorded}`,
      holds: planned === recorded,
    },
    {
      experiment: 'exp6', control: 'tricks-ran', expected: 'every cheat left its witness; one that did not is in no denominator',
      measured: `${cheats} of ${cheats + idle.length}${idlers.length === 0 ? '' : `; no witness${listed(idlers, 12)}`}`, holds: idle.length === 0,
    },
    ...(['always-pass', 'always-fail'] as const).map((verifier) => constant(verifier, [...acts, ...idle])),
  ]
}

function constant(verifier: 'always-pass' | 'always-fail', acts: readonly Act[]): Control {
  const expected = verifier === 'always-pass' ? 'pass' : 'fail'
  const graded = acts.filter(({ row }) => row.outcome.state === 'graded')
  const agree = graded.filter(({ words }) => words.get(verifier) === expected).length
  return {
    experiment: 'exp6', control: verifier, expected: `${expected} on every graded act`, measured: `${expected} on ${agree} of ${graded.length}`,
    holds: graded.length > 0 && agree === graded.length,
  }
}
