import { join } from 'node:path'
import { readSmall, sha256 } from '../../evidence/index.ts'
import type { Documents, EvidenceName, RunRecord, TrialRow } from '../../schema/index.ts'
import { EVIDENCE_FILES, EVIDENCE_NAMES, Manifest, TrialPlan } from '../../schema/index.ts'
import { readJson, same } from './json.ts'
import type { Checked, Problems } from './problems.ts'

/** Longer than any file of evidence, whose parts are all bounded. */
const LONGEST = 8 << 20

/**
 * A row as it stands in a file: the row, what the text said before it was parsed, and the digest of its line without the last
 * field, which is `evidence`. That is in `folder`; `file` is where the row stands.
 */
export interface Line { readonly file: string; readonly folder: string; readonly row: TrialRow; readonly raw: Readonly<Record<string, unknown>>; readonly digest: string; readonly evidence: string }

/** The evidence of one trial: each file against the manifest, the manifest against the row, and what they say against it. */
export async function checkTrial(dir: string, line: Line, record: RunRecord | null, problems: Problems, checked: Checked): Promise<void> {
  const where = line.folder
  const manifest = await readManifest(dir, line, problems)
  if (manifest === null) return
  const documents: Partial<Record<EvidenceName, unknown>> = {}
  for (const name of EVIDENCE_NAMES) {
    const read = await readSmall(join(dir, where, name), LONGEST)
    if ('because' in read) {
      problems.tell(read.because === 'is missing' ? 'removed' : 'edited', `${where}/${name}`, read.because)
      continue
    }
    const listed = manifest.files[name]
    if (read.bytes.length !== listed.bytes || sha256(read.bytes) !== listed.sha256) problems.tell('edited', `${where}/${name}`, 'is not what manifest.json lists')
    const parsed = readJson<unknown>(read.bytes.toString('utf8'), EVIDENCE_FILES[name])
    if ('kind' in parsed) problems.tell(parsed.kind, `${where}/${name}`, parsed.what)
    else documents[name] = parsed.raw
  }
  checked.evidence += 1
  const all = documents as { [Name in EvidenceName]?: Documents[Name] }
  for (const [name, what] of differences(all, line, record)) problems.tell('mismatch', `${where}/${name}`, what)
  checked.actions += all['actions.json']?.actions.length ?? 0
  checked.verdicts += Object.keys(all['verdicts.json']?.verdicts ?? {}).length
}

async function readManifest(dir: string, { file: rows, folder, row, digest, evidence }: Line, problems: Problems): Promise<Manifest | null> {
  const file = `${folder}/manifest.json`
  const read = await readSmall(join(dir, file), LONGEST)
  if ('because' in read) {
    problems.tell(read.because === 'is missing' ? 'removed' : 'edited', file, read.because)
    return null
  }
  const parsed = readJson(read.bytes.toString('utf8'), Manifest)
  if ('kind' in parsed) {
    problems.tell(parsed.kind, file, parsed.what)
    return null
  }
  const manifest = parsed.value
  if (manifest.trial !== row.id) problems.tell('swapped', file, `is of trial ${manifest.trial}`)
  else if (manifest.run !== row.run) problems.tell('swapped', file, `is of run ${manifest.run}`)
  else if (sha256(read.bytes) !== evidence) problems.tell('edited', file, `is not what the row in ${rows} names`)
  if (manifest.trial === row.id && manifest.row !== digest) problems.tell('edited', `${rows}: ${row.id}`, 'is not the row that its manifest names')
  return manifest
}

type Difference = readonly [name: EvidenceName, what: string]

/** Where the evidence says something else than the row does, or than its own parts add up to. */
function* differences(documents: { [Name in EvidenceName]?: Documents[Name] }, { row, raw }: Line, record: RunRecord | null): Generator<Difference> {
  for (const name of EVIDENCE_NAMES) {
    const document = documents[name]
    if (document !== undefined && 'trial' in document && document.trial !== row.id) yield [name, `is of trial ${document.trial}`]
  }
  const { 'plan.json': plan, 'environment.json': environment, 'claim.json': claim, 'artifact.json': artifact, 'verdicts.json': verdicts, 'usage.json': usage } = documents
  if (plan !== undefined) {
    const planned = Object.keys(TrialPlan.shape).filter((key) => !same((plan.plan as Record<string, unknown>)[key], raw[key]))
    if (planned.length > 0) yield ['plan.json', `plans another ${planned.join(', ')} than the row has`]
    for (const key of ['run', 'phase', 'concurrency', 'order'] as const) if (plan[key] !== row[key]) yield ['plan.json', `has another ${key} than the row`]
  }
  if (environment !== undefined) {
    for (const key of ['backend', 'tier', 'mode'] as const) if (environment[key] !== row[key]) yield ['environment.json', `has another ${key} than the row`]
    yield* pinned(environment, record)
  }
  if (claim !== undefined) {
    if (!same(claim.claim, raw['claim'])) yield ['claim.json', 'holds another claim than the row']
    if (row.digests.output !== null && outputOf(claim) !== row.digests.output) yield ['claim.json', 'has digests of output that are not those of the row']
  }
  if (artifact !== undefined) {
    if (artifact.digest !== row.digests.artifact || (artifact.digest !== null && digestOfFiles(artifact) !== artifact.digest)) yield ['artifact.json', 'has files that do not add up to the digest of the artifact in the row']
    if (artifact.tree.after !== row.digests.tree) yield ['artifact.json', 'has another digest of the sealed state than the row']
    if (artifact.changes.count !== row.changed.count) yield ['artifact.json', 'counts other changes than the row']
    if (artifact.witnessed !== row.witnessed) yield ['artifact.json', 'says something else of the witness than the row']
  }
  if (verdicts !== undefined) {
    const told = (['verdicts'] as const).filter((key) => !same(verdicts[key], raw[key]))
    if (told.length > 0 || verdicts.outcome.state !== row.outcome.state) yield ['verdicts.json', `holds other verdicts than the row${otherVerdicts(verdicts.verdicts, row)}`]
  }
  if (usage !== undefined && !(same(usage.times, raw['times']) && usage.startedMs === row.startedMs && usage.endedMs === row.endedMs)) yield ['usage.json', 'holds other times than the row']
  if (usage !== undefined && (usage.act.cpuMs !== (row.usage.cpuMs ?? 'unmeasured') || usage.act.peakMemoryBytes !== (row.usage.peakMemoryBytes ?? 'unmeasured'))) yield ['usage.json', 'holds another use of the machine than the row']
}

function* pinned({ environment, pristine }: Documents['environment.json'], record: RunRecord | null): Generator<Difference> {
  if (record === null || pristine === null || record.state === 'running') return
  const base = Object.hasOwn(record.digests.environments, environment) ? record.digests.environments[environment] : undefined
  if (base !== (pristine.base ?? pristine.digest)) yield ['environment.json', `stands on another environment ${environment} than run.json names`]
  if (!Object.values(record.digests.snapshots).includes(pristine.digest)) yield ['environment.json', 'stands on a state that run.json does not name']
}

const NOTHING = sha256('')

/** As `digests.output` of a row is made: the digests of words and test output, hashed together. */
function outputOf({ words, testOutput }: Documents['claim.json']): string {
  return sha256([words, testOutput].map((kept) => kept?.sha256 ?? NOTHING).join('\n'))
}

/** As `digests.artifact` of a row is made. */
function digestOfFiles({ files }: Documents['artifact.json']): string {
  return sha256(files.map((file) => `${JSON.stringify([file.name, file.state, file.sha256 ?? file.type ?? ''])}\n`).join(''))
}

function otherVerdicts(verdicts: TrialRow['verdicts'], row: TrialRow): string {
  const other = [...new Set([...Object.keys(verdicts), ...Object.keys(row.verdicts)])].filter((id) => !same(verdicts[id], row.verdicts[id]))
  return other.length === 0 ? '' : `: ${other.join(', ')}`
}
