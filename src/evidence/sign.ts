import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Seal } from '../schema/index.ts'
import { readSmall } from './read.ts'
import type { NotDone } from './ssh.ts'
import { isSshKey, publicKeyIn, signWithSsh, sshFingerprint, sshSigned } from './ssh.ts'

export type Signature = NonNullable<Seal['signature']>
const LARGEST_KEY = 16_384
const MAKE = 'make one with: ssh-keygen -t ed25519 -f key, or openssl genpkey -algorithm ed25519 -out key.pem'

/** Signs lines with a private key. Rejects where what signed a moment ago does not any more, such as an agent. */
export interface Signer { sign(line: string): Promise<Signature> }

/**
 * Reads a private key, or says why none can be used: an Ed25519 key as PEM (PKCS #8), or whatever ssh-keygen signs with, which
 * is tried. A public SSH key will do where an agent has its other half.
 */
export async function readSigner(file: string): Promise<Signer | NotDone> {
  let text: string
  try {
    text = await readFile(file, 'latin1')
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException
    return { because: code === 'ENOENT' ? `${file} is missing` : `${file} can't be read: ${message}`, machine: false }
  }
  return isSshKey(text) ? sshSigner(file) : pemSigner(file, text)
}

async function sshSigner(file: string): Promise<Signer | NotDone> {
  const tried = await signWithSsh(file, 'whether this key can be used')
  if ('because' in tried) return tried
  return {
    async sign(line) {
      const signed = await signWithSsh(file, line)
      if ('because' in signed) throw new Error(signed.because)
      return { algorithm: 'ssh', ...signed }
    },
  }
}

function pemSigner(file: string, text: string): Signer | NotDone {
  let key: KeyObject
  try {
    key = createPrivateKey(text)
  } catch (thrown) {
    return { because: `${file} is no private key without a passphrase that can be read (${(thrown as Error).message}); ${MAKE}`, machine: false }
  }
  if (key.asymmetricKeyType !== 'ed25519') return { because: `${file} is a key of type ${key.asymmetricKeyType ?? 'unknown'} in PEM, and those must be ed25519; ${MAKE}`, machine: false }
  const publicKey = pem(createPublicKey(key))
  return { sign: async (line) => ({ algorithm: 'ed25519', publicKey, value: sign(null, Buffer.from(line), key).toString('base64') }) }
}

/** Reads a public key as a seal names it (Ed25519 as PEM, or an SSH key as in a .pub file), or says why it is none. */
export async function readPublicKey(file: string): Promise<{ readonly publicKey: string } | { readonly because: string }> {
  const read = await readSmall(file, LARGEST_KEY)
  if ('because' in read) return { because: `${file} ${read.because}` }
  const ssh = publicKeyIn(read.bytes.toString('latin1'))
  if (ssh !== null) return { publicKey: ssh }
  try {
    const key = createPublicKey(read.bytes)
    return key.asymmetricKeyType === 'ed25519' ? { publicKey: pem(key) } : { because: `${file} is a key in PEM and no Ed25519 key` }
  } catch {
    return { because: `${file} is no public key, neither in PEM nor as in a .pub file of ssh-keygen` }
  }
}

/** True where the signature is of this line by the key that it names. Never throws; says where this machine can't tell. */
export async function signedBy(signature: Signature, line: string): Promise<boolean | NotDone> {
  if (signature.algorithm === 'ssh') return sshSigned(signature, line)
  try {
    const key = createPublicKey(signature.publicKey)
    const value = Buffer.from(signature.value, 'base64')
    // Base64 has more than one text for the same bytes; a seal has one.
    if (value.toString('base64') !== signature.value || pem(key) !== signature.publicKey) return false
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(line), key, value)
  } catch {
    return false
  }
}

/** Short enough to be printed in a paper: of an SSH key as ssh prints it, of PEM the SHA-256 of its DER form in hex. */
export function fingerprint({ algorithm, publicKey }: Pick<Signature, 'algorithm' | 'publicKey'>): string {
  if (algorithm === 'ssh') return sshFingerprint(publicKey)
  return createHash('sha256').update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' })).digest('hex')
}

function pem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString()
}
