import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What an SSH signature of ours is for, so that none that was made for something else (a commit, a mail) counts. */
export const NAMESPACE = 'polygraph'
/** A security key waits for a touch. */
const TIMEOUT = 60_000
/** Type and key as a public key file has them; a certificate is none, since it vouches by somebody else. */
const PUBLIC = /^((?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[a-z0-9@.-]+) ([A-Za-z0-9+/]+={0,2})(?= |\t|\r?$)/m

export interface SshSignature { readonly publicKey: string; readonly value: string }
/** Why it can't be done, and whether the machine is to blame rather than the key. */
export interface NotDone { readonly because: string; readonly machine: boolean }

const ABSENT: NotDone = { because: 'ssh-keygen can\'t be started, and SSH signatures need it: install openssh-client', machine: true }

/** Whether the text of a file is of a key that ssh-keygen signs with: a private one of its own, or a public one whose private half an agent has. */
export function isSshKey(text: string): boolean {
  return text.includes('-----BEGIN OPENSSH PRIVATE KEY-----') || publicKeyIn(text) !== null
}

/** Type and key out of a public key file, without its comment; null where there are none. */
export function publicKeyIn(text: string): string | null {
  const [, type, key] = PUBLIC.exec(text) ?? []
  return type === undefined || key === undefined || type.includes('-cert-') ? null : `${type} ${key}`
}

/** Signs the bytes of a text as `ssh-keygen -Y sign` does. Asks nobody for a passphrase. */
export async function signWithSsh(keyFile: string, text: string): Promise<SshSignature | NotDone> {
  const ran = await sshKeygen(['-Y', 'sign', '-n', NAMESPACE, '-P', '', '-f', keyFile], text)
  if (ran === null) return ABSENT
  const value = ran.exitCode === 0 ? ran.stdout : ''
  const publicKey = keyOf(value)
  if (publicKey !== null) return { publicKey, value }
  if (/passphrase/.test(ran.stderr)) return { because: `${keyFile} is locked with a passphrase, and nobody is asked for it: ssh-add it to your agent, or sign with a key without one`, machine: false }
  if (/too open/.test(ran.stderr)) return { because: `${keyFile} can be read by others, so ssh-keygen does not use it: chmod 600 ${keyFile}`, machine: false }
  const said = ran.stderr.split('\n').findLast((line) => line !== '' && !line.startsWith('Signing data')) ?? 'no reason told'
  return { because: `ssh-keygen does not sign with ${keyFile}: ${said}`, machine: false }
}

/** Whether a signature is of this text by the key that it names; said by `ssh-keygen -Y verify`. */
export async function sshSigned({ publicKey, value }: SshSignature, text: string): Promise<boolean | NotDone> {
  if (publicKeyIn(publicKey) !== publicKey || keyOf(value) !== publicKey || armoured(bytesOf(value)) !== value) return false
  const dir = await mkdtemp(join(tmpdir(), 'polygraph-signature-'))
  try {
    const [allowed, signature] = [join(dir, 'allowed'), join(dir, 'signature')]
    await writeFile(allowed, `signer namespaces="${NAMESPACE}" ${publicKey}\n`)
    await writeFile(signature, value)
    const ran = await sshKeygen(['-Y', 'verify', '-n', NAMESPACE, '-I', 'signer', '-f', allowed, '-s', signature], text)
    return ran === null ? ABSENT : ran.exitCode === 0
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** As ssh prints it: `SHA256:` and the digest of the key. */
export function sshFingerprint(publicKey: string): string {
  const [, key] = publicKey.split(' ')
  return `SHA256:${createHash('sha256').update(Buffer.from(key ?? '', 'base64')).digest('base64').replace(/=+$/, '')}`
}

async function sshKeygen(args: readonly string[], input: string): Promise<{ readonly exitCode: number | undefined; readonly stdout: string; readonly stderr: string } | null> {
  // Most commands sign nothing, and are quicker without it.
  const { execa } = await import('execa')
  const { exitCode, stdout, stderr, code } = await execa('ssh-keygen', args, {
    input, reject: false, timeout: TIMEOUT, stripFinalNewline: false, maxBuffer: 1 << 20, env: { LC_ALL: 'C', SSH_ASKPASS_REQUIRE: 'never' },
  })
  return code === 'ENOENT' || code === 'EACCES' ? null : { exitCode, stdout, stderr }
}

const [BEGIN, END] = ['-----BEGIN SSH SIGNATURE-----\n', '\n-----END SSH SIGNATURE-----\n']

function bytesOf(value: string): Buffer {
  return value.startsWith(BEGIN) && value.endsWith(END) ? Buffer.from(value.slice(BEGIN.length, -END.length), 'base64') : Buffer.alloc(0)
}

/** The one way in which ssh-keygen writes a signature, so that a seal has one text. */
function armoured(bytes: Buffer): string {
  return `${BEGIN}${bytes.toString('base64').replace(/(.{70})(?=.)/g, '$1\n')}${END}`
}

/** The public key in a signature: after the six letters and the version it is the first string (PROTOCOL.sshsig of OpenSSH). */
function keyOf(value: string): string | null {
  const key = stringAt(bytesOf(value), 10)
  const type = key === null ? null : stringAt(key, 0)
  return key === null || type === null ? null : publicKeyIn(`${type.toString('latin1')} ${key.toString('base64')}`)
}

function stringAt(bytes: Buffer, at: number): Buffer | null {
  if (bytes.length < at + 4) return null
  const end = at + 4 + bytes.readUInt32BE(at)
  return end > bytes.length ? null : bytes.subarray(at + 4, end)
}
