import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Seal } from '../schema/index.ts'
import { readSmall } from './read.ts'

export type Signature = NonNullable<Seal['signature']>
const LARGEST_KEY = 16_384
const MAKE = 'make one with: openssl genpkey -algorithm ed25519 -out key.pem'

/** Signs lines with a private key. */
export interface Signer { sign(line: string): Signature }

/** Reads an Ed25519 private key (PKCS #8, PEM), or says why it is none. */
export async function readSigner(file: string): Promise<Signer | { readonly because: string }> {
  let key: KeyObject
  try {
    key = createPrivateKey(await readFile(file))
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException
    return { because: code === 'ENOENT' ? `${file} is missing` : `${file} is no private key without a passphrase that can be read (${message}); ${MAKE}` }
  }
  if (key.asymmetricKeyType !== 'ed25519') return { because: `${file} is a key of type ${key.asymmetricKeyType ?? 'unknown'}, and runs are signed with ed25519; ${MAKE}` }
  const publicKey = pem(createPublicKey(key))
  return { sign: (line) => ({ algorithm: 'ed25519', publicKey, value: sign(null, Buffer.from(line), key).toString('base64') }) }
}

/** Reads an Ed25519 public key (PEM), or says why it is none. */
export async function readPublicKey(file: string): Promise<{ readonly pem: string } | { readonly because: string }> {
  const read = await readSmall(file, LARGEST_KEY)
  if ('because' in read) return { because: `${file} ${read.because}` }
  try {
    const key = createPublicKey(read.bytes)
    return key.asymmetricKeyType === 'ed25519' ? { pem: pem(key) } : { because: `${file} is no Ed25519 key` }
  } catch {
    return { because: `${file} is no public key in PEM` }
  }
}

/** True where the signature is of this line by the key that it names. Never throws. */
export function signedBy(signature: Signature, line: string): boolean {
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

/** SHA-256 of the key's DER form, in hex: short enough to be printed in a paper. */
export function fingerprint(publicKey: string): string {
  return createHash('sha256').update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' })).digest('hex')
}

function pem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString()
}
