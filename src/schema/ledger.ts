import { z } from 'zod'

const Digest = z.string().regex(/^[0-9a-f]{64}$/)

/** What the first line of a ledger names as the one before it. */
export const NO_LINE = '0'.repeat(64)

export const LedgerLine = z.strictObject({
  schema: z.literal(1).describe('Version of this format.'),
  run: z.string().describe('Id of the run that ended.'),
  sums: Digest.describe('SHA-256 of the run\'s SHA256SUMS.'),
  at: z.string().describe('When it was sealed, by the clock of the machine: ISO 8601, UTC.'),
  previous: Digest.describe('SHA-256 of the line before this one, without its newline; zeros for the first.'),
}).describe('One line of ledger.jsonl, which lies beside the folders of runs. A run that was resumed has a line for each end; the last one counts.')
export type LedgerLine = z.infer<typeof LedgerLine>

export const Anchor = z.strictObject({
  schema: z.literal(1).describe('Version of this format.'),
  ledger: Digest.describe('SHA-256 of the ledger\'s first line: which ledger it is.'),
  lines: z.number().int().positive().describe('How many lines it had.'),
  head: Digest.describe('SHA-256 of the last of them.'),
  run: z.string().describe('The run that this line is of.'),
  at: z.string().describe('When.'),
}).describe('One line of the anchor file, which lies outside the runs: what a ledger was at the end of a run.')
export type Anchor = z.infer<typeof Anchor>

export const Seal = z.strictObject({
  schema: z.literal(1).describe('Version of this format.'),
  line: z.string().describe('The line of the ledger, byte for byte and without its newline. Its SHA-256 is the head that was printed.'),
  signature: z.strictObject({
    algorithm: z.enum(['ed25519', 'ssh']).describe('How it was signed: `ed25519` by a key in PEM; `ssh` as `ssh-keygen -Y sign -n polygraph` does.'),
    publicKey: z.string().describe('The signer\'s public key, as PEM; of an SSH key type and key, as in a .pub file.'),
    value: z.string().describe('Signature over the bytes of `line`: as base64; of an SSH key the text that ssh-keygen reads.'),
  }).nullable().describe('Null: not signed.'),
}).describe('seal.json: the run\'s own copy of its line in the ledger. Not listed in SHA256SUMS, whose digest it holds.')
export type Seal = z.infer<typeof Seal>
