import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/**
 * A git repository as bytes, so that it can be laid in any fork like other files, comes out the same each time and asks no
 * git of anybody. Formats: gitformat-pack(5), gitformat-index(5) and "git objects" of the Git book.
 */
export interface GitObject { readonly kind: 'blob' | 'tree' | 'commit'; readonly body: Uint8Array; readonly id: string }

/** A file as git keeps it. */
export interface GitFile { readonly path: string; readonly executable: boolean; readonly blob: GitObject }

const KINDS = { commit: 1, tree: 2, blob: 3 } as const

function object(kind: GitObject['kind'], body: Uint8Array): GitObject {
  return { kind, body, id: sha1(Buffer.from(`${kind} ${body.length}\0`), body).toString('hex') }
}

export function blob(bytes: Uint8Array): GitObject {
  return object('blob', bytes)
}

/** The tree of some files and every tree below it, the top one first. */
export function trees(files: readonly GitFile[], below = ''): readonly [GitObject, ...GitObject[]] {
  const inside = files.filter((file) => file.path.startsWith(below))
  const names = [...new Set(inside.map((file) => file.path.slice(below.length).split('/')[0]!))]
  const folders = names.filter((name) => inside.some((file) => file.path.startsWith(`${below}${name}/`)))
    .map((name) => ({ name, all: trees(files, `${below}${name}/`) }))
  const entries = names.map((name) => {
    const folder = folders.find((each) => each.name === name)
    const file = inside.find((each) => each.path === `${below}${name}`)
    return folder !== undefined
      ? { mode: '40000', name, id: folder.all[0].id, key: `${name}/` }
      : { mode: file!.executable ? '100755' : '100644', name, id: file!.blob.id, key: name }
  }).toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
  const body = Buffer.concat(entries.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]))
  return [object('tree', body), ...folders.flatMap(({ all }) => all)]
}

/** A commit by a fixed person at a fixed second, so that its id depends on what it holds alone. */
export function commit(tree: GitObject, parents: readonly GitObject[], message: string, second: number): GitObject {
  const who = `${PERSON} ${second} +0000`
  return object('commit', Buffer.from([
    `tree ${tree.id}`, ...parents.map((parent) => `parent ${parent.id}`), `author ${who}`, `committer ${who}`, '', `${message}\n`,
  ].join('\n')))
}

export const PERSON = 'Maintainer <maintainer@example.org>'

/** An object in a file of its own, and where it lies below .git/. */
export function loose({ kind, body, id }: GitObject): { readonly path: string; readonly bytes: Uint8Array } {
  return { path: `objects/${id.slice(0, 2)}/${id.slice(2)}`, bytes: deflateSync(Buffer.concat([Buffer.from(`${kind} ${body.length}\0`), body])) }
}

/** A pack of whole objects, its index, and their common name. */
export function pack(objects: readonly GitObject[]): { readonly name: string; readonly pack: Uint8Array; readonly index: Uint8Array } {
  const parts: Uint8Array[] = [Buffer.concat([Buffer.from('PACK'), word(2), word(objects.length)])]
  let offset = parts[0]!.length
  const placed = objects.map((each) => {
    const bytes = Buffer.concat([packHeader(KINDS[each.kind], each.body.length), deflateSync(each.body)])
    const here = { id: each.id, offset, check: crc32(bytes) }
    parts.push(bytes)
    offset += bytes.length
    return here
  }).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const body = Buffer.concat(parts)
  const trailer = sha1(body)
  const fan = Array.from({ length: 256 }, (_, first) => word(placed.filter(({ id }) => parseInt(id.slice(0, 2), 16) <= first).length))
  const index = Buffer.concat([
    Buffer.from([0xff, 0x74, 0x4f, 0x63]), word(2), ...fan,
    ...placed.map(({ id }) => Buffer.from(id, 'hex')), ...placed.map(({ check }) => word(check)), ...placed.map((each) => word(each.offset)), trailer,
  ])
  return { name: `pack-${trailer.toString('hex')}`, pack: Buffer.concat([body, trailer]), index: Buffer.concat([index, sha1(index)]) }
}

/** The staging area that agrees with a commit of these files. It knows no times, so git compares contents once. */
export function indexOf(files: readonly GitFile[]): Uint8Array {
  const sorted = files.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
  const entries = sorted.map(({ path, executable, blob: { body, id } }) => {
    const name = Buffer.from(path)
    const facts = [0, 0, 0, 0, 0, 0, executable ? 0o100755 : 0o100644, 0, 0, body.length].map(word)
    const flags = word(Math.min(name.length, 0xfff)).subarray(2)
    const entry = Buffer.concat([...facts, Buffer.from(id, 'hex'), flags, name])
    return Buffer.concat([entry, Buffer.alloc(8 - (entry.length % 8))])
  })
  const body = Buffer.concat([Buffer.from('DIRC'), word(2), word(files.length), ...entries])
  return Buffer.concat([body, sha1(body)])
}

/** Type and length of an object in a pack: four bits of the length beside the type, then seven a byte. */
function packHeader(type: number, length: number): Uint8Array {
  const bytes: number[] = []
  let byte = (type << 4) | (length & 15)
  for (let rest = Math.floor(length / 16); ; rest = Math.floor(rest / 128)) {
    bytes.push(rest > 0 ? byte | 0x80 : byte)
    if (rest === 0) return Buffer.from(bytes)
    byte = rest & 0x7f
  }
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function sha1(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha1')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
