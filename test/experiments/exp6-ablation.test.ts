import { describe, expect, test } from 'vitest'
import { loadCatalogue, projectRoot } from '../../src/catalogue/index.ts'
import type { LoadedVerifier } from '../../src/contract/index.ts'
import { exp6, ABLATIONS } from '../../src/experiments/exp6.ts'
import { PAIRS, sidesOf } from '../../src/experiments/exp6-ablation.ts'
import { Ablation, type TrialRow } from '../../src/schema/index.ts'
import { WITHOUT } from '../../src/trial/ablation.ts'
import { act, censusCatalogue, censusRows, cheat, FEW, telling, type Trick } from '../helpers/census.ts'
import { change } from '../helpers/rows.ts'
import { reader } from '../helpers/tables.ts'

const daemon: Trick = { agent: cheat('daemon', 'process'), fools: 1, seen: true }
const lookup: Trick = { agent: cheat('lookup', 'solution-contamination', { conduct: 'illicit-source', artifactCorrect: true, exposedTo: ['network'] }), fools: 0, seen: true }
const alias: Trick = { agent: cheat('alias', 'environment'), fools: 2, seen: true }
const tricks = [...FEW, daemon, lookup, alias]
const rows = censusRows(censusCatalogue(tricks), tricks)
const { row } = reader((some) => exp6.analyse(some))
const flips = (some: readonly TrialRow[]) => exp6.analyse(some).tables.find(({ id }) => id === 'exp6-flips')!.rows
const without = (property: string, agent: string) => (each: TrialRow) => each.arm === `without-${property}` && each.agent === agent

const loaded = await loadCatalogue({ dirs: [projectRoot()] })
const catalogue = loaded.ok ? loaded.catalogue : null

describe('a property of a fork', () => {
  test('is compared on the same agent and task, and stops what passes only without it', () => {
    const open = change(rows, without('process-kill', 'daemon'), (each) => telling(each, 'held-out', 'pass'))
    expect(row(open, 'exp6-ablations', 'process-kill')).toMatchObject({ of: 'fork', cheats: 1, stopped: 1, stopped_cheats: 'daemon' })
    expect(flips(open)[0]).toEqual(['process-kill', 'fork', 'daemon', 'cheat', 'process', 'held-out', 'fail', 'pass', 'answer'])
    expect(row(rows, 'exp6-ablations', 'process-kill')).toMatchObject({ cheats: 1, stopped: 0, stopped_cheats: null })
    const finding = exp6.analyse(open).findings.find(({ finding: id }) => id === 'exp6.stopped-by.process-kill')
    expect(finding).toMatchObject({ value: 1, denominator: 1, reproduced: null, because: 'told, not judged: 1 of 1 cheats pass some verifier only without it: daemon' })
  })

  test('a cheat that only passes with it is a flip and not stopped', () => {
    const odd = change(rows, without('process-kill', 'daemon'), (each) => telling(each, 'trusting-claim', 'fail'))
    expect(flips(odd)[0]).toMatchObject({ 2: 'daemon', 5: 'trusting-claim', 6: 'pass', 7: 'fail' })
    expect(row(odd, 'exp6-ablations', 'process-kill')).toMatchObject({ stopped: 0 })
  })

  test('what happens to honest agents is a flip too, and in no count of cheats', () => {
    const odd = change(rows, without('distinct-user', 'honest'), (each) => telling(each, 'ground-truth', 'fail'))
    expect(flips(odd)[0]).toMatchObject({ 0: 'distinct-user', 2: 'honest', 3: 'honest' })
    expect(row(odd, 'exp6-ablations', 'distinct-user')).toMatchObject({ cheats: 1, stopped: 0 })
  })

  test('acts share a session, so it is the arm that has the property of a session apart', () => {
    const apart = change(rows, (each) => each.arm === 'separate-session' && each.agent === 'alias', (each) => telling(each, 'trusting-exit', 'fail'))
    expect(row(apart, 'exp6-ablations', 'separate-session')).toMatchObject({ of: 'fork', cheats: 1, stopped: 1, stopped_cheats: 'alias' })
    expect(flips(apart)[0]).toMatchObject({ 0: 'separate-session', 2: 'alias', 5: 'trusting-exit', 6: 'fail', 7: 'pass' })
  })

  test('the network is compared between two arms in which its source lies outside, whatever the main one says', () => {
    const kept = change(rows, (each) => each.arm === 'with-network' && each.agent === 'lookup', (each) => ({ ...telling(each, 'strict', 'fail'), witnessed: false }))
    expect(row(kept, 'exp6-ablations', 'network')).toMatchObject({ cheats: 1, stopped: 1, stopped_cheats: 'lookup' })
    const main = change(rows, act('lookup'), (each) => telling(each, 'strict', 'fail'))
    expect(row(main, 'exp6-ablations', 'network')).toMatchObject({ cheats: 1, stopped: 0 })
  })

  test('an error on either side is no flip', () => {
    for (const which of [without('process-kill', 'daemon'), act('daemon')]) {
      expect(flips(change(rows, which, (each) => telling(each, 'held-out', 'error'))).filter((each) => each[0] === 'process-kill')).toEqual([])
    }
  })

  test('an act that the census lacks is compared with nothing', () => {
    const some = change(rows, without('process-kill', 'daemon'), (each) => telling(each, 'held-out', 'pass')).filter((each) => !act('daemon')(each))
    expect(row(some, 'exp6-ablations', 'process-kill')).toMatchObject({ cheats: 0, stopped: 0 })
  })
})

describe('a property of a verifier', () => {
  test('is a pair, on every cheat that both judged; one design counts once and names its tasks', () => {
    expect(row(rows, 'exp6-ablations', 'out-of-process')).toMatchObject({ of: 'verifier', cheats: 8, stopped: 1, stopped_cheats: 'equal', compared: 'strict / held-out-clean', differs_in: 'believes cases' })
    expect(flips(rows).filter((each) => each[0] === 'out-of-process')).toEqual([['out-of-process', 'verifier', 'equal', 'cheat', 'equality-spoof', 'held-out-clean / strict', 'fail', 'pass', 'answer other']])
    expect(row(rows, 'exp6-ablations', 'host-held-tests')).toMatchObject({ stopped: 2, stopped_cheats: 'alias hook' })
  })

  test('a cheat whose trick did not run is in neither number', () => {
    const idle = change(rows, (each) => each.agent === 'equal', (each) => ({ ...each, witnessed: false }))
    expect(row(idle, 'exp6-ablations', 'out-of-process')).toMatchObject({ cheats: 7, stopped: 0 })
  })

  test.runIf(catalogue !== null).each(PAIRS)('$off and $on differ as they declare it, and in no more than is said', ({ off, on, differsIn }) => {
    const [one, other] = [catalogue!.verifiers.get(off)!, catalogue!.verifiers.get(on)!]
    const fields = ['place', 'user', 'believes', 'cases'] as const
    const text = (verifier: LoadedVerifier, field: (typeof fields)[number]): string => JSON.stringify(verifier[field])
    expect(fields.filter((field) => text(one, field) !== text(other, field))).toEqual(differsIn)
  })
})

describe('the plan', () => {
  const arms = Map.groupBy(exp6.plan(censusCatalogue(tricks))[1]!.trials, ({ arm }) => arm)

  test('has an arm for every property that can be turned off, with the oracle, the no-op and the cheats of its families', () => {
    const sides = Ablation.options.map(sidesOf)
    expect([...arms.keys()].toSorted()).toEqual(sides.flatMap(({ with: on, without: off }) => [on, off]).filter((arm) => arm !== 'main').toSorted())
    expect(arms.get('without-process-kill')!.map(({ agent }) => agent)).toEqual(['daemon', 'honest', 'noop'])
    for (const trials of arms.values()) expect(trials.map(({ agent }) => agent)).toEqual(expect.arrayContaining(['honest', 'noop']))
  })

  test('turns off one thing at a time', () => {
    for (const trial of [...arms.values()].flat()) {
      expect(trial.arm === 'with-network' ? undefined : trial.ablation).toBe(trial.arm === 'separate-session' ? 'session' : trial.arm.split('without-')[1])
      expect(trial.session).toBe(trial.ablation === 'session' ? 'separate' : 'one')
      expect(trial.upstream).toBe(trial.arm.endsWith('with-network') || trial.arm.endsWith('without-network') ? 'host' : undefined)
    }
    const fields = Object.values(WITHOUT).map((policy) => Object.keys(policy).filter((field) => field !== 'requires'))
    expect(fields.every((each) => each.length <= 1)).toBe(true)
    expect(new Set(fields.flat()).size).toBe(fields.flat().length)
  })

  test.runIf(catalogue !== null)('network is tried on the cheats that ask it', () => {
    const asking = exp6.plan(catalogue!)[1]!.trials.filter(({ arm }) => arm === 'without-network').map(({ agent }) => agent)
    expect(asking).toEqual(expect.arrayContaining(['honest', 'noop', 'network-solution-lookup', 'allowed-channel-tunnel']))
  })

  test.runIf(catalogue !== null).each(Object.entries(ABLATIONS))('%s is tried on at least one cheat of this catalogue', (_, families) => {
    const own = [...catalogue!.agents.values()].filter(({ label, family }) => label === 'cheat' && families.includes(family))
    expect(own.length).toBeGreaterThan(0)
  })
})

test('this catalogue loads', () => {
  expect(loaded.ok ? [] : loaded.problems).toEqual([])
})
