import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerEntry, LedgerFault } from '../../evidence/index.ts'
import { digestFile, fingerprint, ledgerOf, readAnchors, readLedger, readSmall, SEAL, sealText, sha256, signedBy, SUMS } from '../../evidence/index.ts'
import { LedgerLine, Seal } from '../../schema/index.ts'
import type { Anchor } from '../../schema/index.ts'
import { RunFailure } from '../failure.ts'
import { readJson } from './json.ts'
import type { Checked, Kind, Problems } from './problems.ts'

/** What vouches for a run from outside. */
export interface Outside {
  readonly anchorFile: string
  /** The head that was printed or published, in place of an anchor file. */
  readonly head: string | null
  /** The signer's public key; null: whichever key signed is told. */
  readonly publicKey: string | null
}

/** The seal of a run: its line is that of these sums, stands in the ledger, and something outside vouches for it. */
export async function checkChain(dir: string, run: string | null, outside: Outside, problems: Problems, checked: Checked): Promise<void> {
  const sealed = await checkSeal(dir, run, outside, problems, checked)
  const ledger = await readAll(dir, problems)
  checked.ledger = ledger?.hashes.length ?? 0
  if (sealed === null) return
  if (ledger !== null) {
    const own = ledger.last.get(sealed.line.run)
    if (own === undefined) problems.tell('cut', 'ledger.jsonl', `has no line of run ${sealed.line.run}`)
    else if (own.hash !== sealed.hash) {
      problems.tell('edited', 'ledger.jsonl', `line ${own.number} is not the line in ${SEAL}: one of the two was changed`)
      problems.tell('edited', SEAL, `does not hold line ${own.number} of ledger.jsonl: one of the two was changed`)
    }
  }
  await checkOutside(sealed, ledger, outside, problems, checked)
}

interface Sealed { readonly line: LedgerLine; readonly hash: string }
interface Ledger { readonly hashes: readonly string[]; readonly last: ReadonlyMap<string, LedgerEntry> }

async function checkSeal(dir: string, run: string | null, { publicKey }: Outside, problems: Problems, checked: Checked): Promise<Sealed | null> {
  const read = await readSmall(join(dir, SEAL), 1 << 16)
  if ('because' in read) {
    problems.tell('unsealed', SEAL, read.because)
    return null
  }
  const text = read.bytes.toString('utf8')
  const seal = readJson(text, Seal)
  const line = 'kind' in seal ? seal : readJson(seal.value.line, LedgerLine)
  if ('kind' in seal || 'kind' in line) {
    const { kind, what } = line as { kind: Kind; what: string }
    problems.tell(kind, SEAL, what)
    return null
  }
  if (sealText(seal.value) !== text) problems.tell('edited', SEAL, 'is not written as a seal is')
  if (run !== null && line.value.run !== run) problems.tell('swapped', SEAL, `is the seal of run ${line.value.run}`)
  const sums = await digestFile(join(dir, SUMS))
  if (!('because' in sums) && sums.sha256 !== line.value.sums) problems.tell('edited', SUMS, `has SHA-256 ${sums.sha256}, and the seal says ${line.value.sums}`)
  await checkSignature(seal.value, publicKey, problems, checked)
  return { line: line.value, hash: sha256(seal.value.line) }
}

async function checkSignature({ line, signature }: Seal, publicKey: string | null, problems: Problems, checked: Checked): Promise<void> {
  if (signature === null) {
    if (publicKey !== null) problems.tell('signature', SEAL, 'is not signed')
    return
  }
  const signed = await signedBy(signature, line)
  if (typeof signed === 'object') throw new RunFailure(`the signature in ${SEAL} can't be checked: ${signed.because}`)
  if (!signed) problems.tell('signature', SEAL, 'has a signature that is not of its line by the key that it names')
  else if (publicKey !== null && signature.publicKey !== publicKey) problems.tell('signature', SEAL, `is signed by another key, ${fingerprint(signature)}`)
  else checked.signature = publicKey === null ? 'of a key that nobody vouched for' : 'of the given key'
}

const KINDS: Readonly<Record<LedgerFault['kind'], Kind>> = { malformed: 'malformed', future: 'future', cut: 'cut', broken: 'reordered', unreadable: 'removed' }

/** The whole ledger: one short line a run. Null where there is none. */
async function readAll(dir: string, problems: Problems): Promise<Ledger | null> {
  const hashes: string[] = []
  const last = new Map<string, LedgerEntry>()
  for await (const each of readLedger(ledgerOf(await realpath(dir)))) {
    if ('kind' in each) {
      problems.tell(KINDS[each.kind], each.number === 0 ? 'ledger.jsonl' : `ledger.jsonl:${each.number}`, each.what)
      if (each.kind === 'unreadable') return null
    } else {
      hashes[each.number - 1] = each.hash
      last.set(each.line.run, each)
    }
  }
  return { hashes, last }
}

async function checkOutside(sealed: Sealed, ledger: Ledger | null, { anchorFile, head }: Outside, problems: Problems, checked: Checked): Promise<void> {
  const own = ledger?.last.get(sealed.line.run)?.number ?? 1
  /** Heads that reach this run's line: its own, and every later one. */
  const reaching = new Set([sealed.hash, ...ledger?.hashes.slice(own - 1) ?? []])
  if (head !== null) {
    checked.anchors = 1
    if (!reaching.has(head)) problems.tell('rebuilt', 'ledger.jsonl', `has no line with the head ${head}: the run, or the ledger, is not the one that it was given for`)
    return
  }
  let vouched = false
  for await (const entry of readAnchors(anchorFile)) {
    const said = contradiction(entry, sealed, ledger)
    if (said === null) continue
    checked.anchors += 1
    if (said === 'agrees') vouched ||= entry.lines >= own && reaching.has(entry.head)
    else problems.tell(said.kind, 'ledger.jsonl', said.what)
  }
  if (!vouched) {
    problems.tell('unanchored', 'ledger.jsonl', `${anchorFile} does not vouch for this run: name the file that does with --anchor, or the head that was printed with --head`)
  }
}

/** What an anchor says of this ledger; null where it is about another one. */
function contradiction(entry: Anchor, sealed: Sealed, ledger: Ledger | null): 'agrees' | { readonly kind: Kind; readonly what: string } | null {
  const first = ledger?.hashes[0] ?? null
  if (ledger !== null && entry.ledger === first) {
    const there = ledger.hashes[entry.lines - 1]
    if (there === undefined) return { kind: 'cut', what: `has ${ledger.hashes.length} lines, and had ${entry.lines} when run ${entry.run} ended` }
    return there === entry.head ? 'agrees' : { kind: 'rebuilt', what: `line ${entry.lines} is not what it was when run ${entry.run} ended` }
  }
  if (entry.head === sealed.hash) return ledger === null ? 'agrees' : { kind: 'rebuilt', what: `does not begin as it did when run ${entry.run} ended` }
  return entry.run === sealed.line.run ? { kind: 'rebuilt', what: `is not the ledger in which run ${entry.run} ended` } : null
}
