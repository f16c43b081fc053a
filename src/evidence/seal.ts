import { lstat, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../contract/index.ts'
import type { Seal } from '../schema/index.ts'
import { anchor } from './anchor.ts'
import { syncFolder } from './folder.ts'
import { appendLine, ledgerOf } from './ledger.ts'
import type { Signer } from './sign.ts'
import { SEAL, SUMS, writeSums } from './sums.ts'

/** How a run was sealed. `head` is what vouches for it: who keeps it elsewhere can tell any later change. */
export interface Sealing { readonly files: number; readonly ledger: string; readonly line: number; readonly head: string; readonly anchor: string; readonly signed: boolean }

/**
 * Seals the folder of a run that has ended: SHA256SUMS over all its files, a line in the ledger beside it, that line's hash
 * in the anchor file, and seal.json. Nothing may be written to the folder afterwards.
 */
export async function sealRun(run: string, dir: string, { anchorFile, signer, clock }: { readonly anchorFile: string; readonly signer: Signer | null; readonly clock: Clock }): Promise<Sealing> {
  await unsealRun(dir)
  const sums = await writeSums(dir)
  const at = clock.now().toISOString()
  const ledger = ledgerOf(dir)
  const appended = await appendLine(ledger, { run, sums: sums.sha256, at })
  await anchor(anchorFile, { schema: 1, ledger: appended.ledger, lines: appended.lines, head: appended.head, run, at })
  await writeSeal(dir, { schema: 1, line: appended.text, signature: await signer?.sign(appended.text) ?? null })
  return { files: sums.files, ledger, line: appended.lines, head: appended.head, anchor: anchorFile, signed: signer !== null }
}

/** Takes the seal off a run that goes on, so that a death meanwhile doesn't leave one that is wrong. Its line stays. */
export async function unsealRun(dir: string): Promise<void> {
  for (const name of [SUMS, SEAL]) await rm(join(dir, name), { force: true })
}

/** Whether a folder bears a seal, right or wrong. It is written last, so that a death while sealing leaves none. */
export async function isSealed(dir: string): Promise<boolean> {
  return lstat(join(dir, SEAL)).then(() => true, () => false)
}

/** A seal as the bytes of its file; there is one way to write it. */
export function sealText(seal: Seal): string {
  return `${JSON.stringify(seal, null, 2)}\n`
}

async function writeSeal(dir: string, seal: Seal): Promise<void> {
  const draft = join(dir, `${SEAL}.new`)
  const handle = await open(draft, 'w', 0o644)
  try {
    await handle.writeFile(sealText(seal))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, join(dir, SEAL))
  await syncFolder(dir)
}
