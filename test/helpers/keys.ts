import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'

/** Makes a key as ssh-keygen does, beside it its public half. Gives the file. */
export function sshKey(file: string, { type = 'ed25519', passphrase = '' }: { readonly type?: string; readonly passphrase?: string } = {}): string {
  for (const each of [file, `${file}.pub`]) rmSync(each, { force: true })
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-C', 'a comment', '-f', file])
  return file
}
