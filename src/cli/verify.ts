import { resolve } from 'node:path'
import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import { defaultAnchor, readPublicKey } from '../evidence/index.ts'
import { printable } from '../schema/index.ts'
import type { Checked, Verified } from '../run/verify/index.ts'
import type { Io } from './io.ts'
import { EXIT, json, shownPath, Stop } from './io.ts'
import { jsonOption } from './options.ts'
import { findRun } from './report.ts'

interface Options { readonly anchor?: string; readonly head?: string; readonly key?: string; readonly json: boolean }

export function verify(program: Command, io: Io, done: (code: number) => void): void {
  program.command('verify').argument('<run>', 'a run folder, the id of a run below runs/, or "latest"')
    .description('recomputes all that a run claims of itself, and names whatever does not hold')
    .addOption(new Option('--anchor <file>', 'the file that keeps the heads of ledgers (default: polygraph/anchors.jsonl in your state directory)'))
    .addOption(new Option('--head <sha256>', 'the head that was printed when the run ended, in place of an anchor file').argParser(head).conflicts('anchor'))
    .addOption(new Option('--key <file>', "the signer's public key (of ssh-keygen, or PEM); the run must be signed with it"))
    .addOption(jsonOption())
    .action(async (run: string, options: Options) => {
      const dir = await findRun(io, run)
      const key = options.key === undefined ? null : await readPublicKey(resolve(io.cwd, options.key))
      if (key !== null && 'because' in key) throw new Stop(EXIT.askedWrongly, key.because)
      const { verifyRun } = await import('../run/verify/index.ts')
      const verified = await verifyRun(dir, {
        anchorFile: options.anchor === undefined ? defaultAnchor() : resolve(io.cwd, options.anchor), head: options.head ?? null, publicKey: key?.publicKey ?? null,
      })
      if (options.json) json(io, { ...verified, folder: dir })
      else io.out(text(verified, shownPath(io, dir)))
      done(verified.holds ? EXIT.done : EXIT.fellShort)
    })
}

function head(value: string): string {
  if (!/^[0-9a-f]{64}$/.test(value)) throw new InvalidArgumentError('give the 64 hex digits that the run printed')
  return value
}

function text({ run, ended, holds, count, problems, checked }: Verified, folder: string): string {
  const lines = [
    ...problems.map(({ kind, where, what }) => `${kind}: ${where} ${what}`),
    ...(count > problems.length ? [`and ${count - problems.length} more`] : []),
    `Checked ${looked(checked)}.`,
    ...(ended === null || ended.state === 'finished' ? [] : [`${STATES[ended.state]} ${ended.recorded} of ${ended.planned} trials recorded.`]),
    holds ? `Run ${printable(run ?? '')} holds.` : `Run ${printable(run ?? folder)} does not hold: ${count} ${count === 1 ? 'problem' : 'problems'}.`,
  ]
  return `${lines.join('\n')}\n`
}

const STATES = { running: 'It has not ended, with', interrupted: 'It was interrupted, with', failed: 'It ended as failed, with' } as const

function looked({ files, trials, evidence, superseded, verdicts, actions, report, ledger, anchors, signature }: Checked): string {
  return [
    `${files} files against SHA256SUMS`, `${trials} rows${superseded === 0 ? '' : ` and ${superseded} that were set aside`}, ${evidence} of them against their evidence (${verdicts} verdicts, ${actions} calls in forks)`,
    `${report} files of the report made again`, `${ledger} lines of the ledger against ${anchors} anchored heads`, signature === 'none' ? 'no signature' : `a signature ${signature}`,
  ].join(', ')
}
