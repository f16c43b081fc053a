import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { systemClock } from '../contract/index.ts'
import type { Sealing, Signer } from '../evidence/index.ts'
import { defaultAnchor, ledgerOf, readLedger, readSigner, sealRun, unsealRun } from '../evidence/index.ts'
import type { RunFolder } from '../run/index.ts'
import { messageOf } from '../trial/index.ts'
import type { Io } from './io.ts'
import { EXIT, shownPath, Stop } from './io.ts'

/** Seals a run once its report stands, and says where its head is kept. Null, with the reason told, where that failed. */
export type Sealer = () => Promise<Sealing | null>

/** The key that a run is to be signed with, tried before anything is made; null where none is asked for. One that can't sign ends the command here. */
export async function openSigner(io: Io, { sign }: { readonly sign?: string }): Promise<Signer | null> {
  if (sign === undefined) return null
  const signer = await readSigner(resolve(io.cwd, sign))
  if ('because' in signer) throw new Stop(signer.machine ? EXIT.infrastructure : EXIT.askedWrongly, signer.because)
  return signer
}

/**
 * Checks before any trial that the run can be sealed at its end: the anchor can be written, and the ledger beside the run
 * holds. Whatever doesn't ends the command here. A run that goes on loses the seal of its earlier end.
 */
export async function openSealer(io: Io, folder: RunFolder, signer: Signer | null, options: { readonly anchor?: string }): Promise<Sealer> {
  const anchorFile = options.anchor === undefined ? defaultAnchor() : resolve(io.cwd, options.anchor)
  await checkAnchor(anchorFile)
  const ledger = ledgerOf(folder.dir)
  for await (const line of readLedger(ledger)) {
    if (!('kind' in line) || (line.kind === 'unreadable' && line.what === 'is missing')) continue
    throw new Stop(EXIT.infrastructure, `${shownPath(io, ledger)}:${line.number} ${line.what}. Move this ledger away, and keep it: the run begins a new one`)
  }
  await unsealRun(folder.dir)
  return async () => {
    try {
      const sealed = await sealRun(folder.id, folder.dir, { anchorFile, signer, clock: systemClock })
      io.err(`Sealed ${sealed.files} files as line ${sealed.line} of ${shownPath(io, sealed.ledger)}; its head is kept in ${sealed.anchor}`)
      io.err(`Head ${sealed.head}`)
      return sealed
    } catch (thrown) {
      io.err(`The run could not be sealed: ${messageOf(thrown)}`)
      return null
    }
  }
}

async function checkAnchor(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await (await open(file, 'a', 0o600)).close()
  } catch (thrown) {
    throw new Stop(EXIT.askedWrongly, `the head of the ledger can't be kept in ${file}: ${messageOf(thrown)}. Name another file with --anchor`)
  }
}
