import { describe, expect, test } from 'vitest'
import { parseAlternatives } from '../../../src/backends/rootfs/alternatives.ts'
import { parseUris } from '../../../src/backends/rootfs/apt.ts'
import { checkSource } from '../../../src/backends/rootfs/source.ts'

describe('what apt prints', () => {
  const digest = '0'.repeat(64)

  test('gives name, version, size, digest and place', () => {
    const line = `'http://deb.debian.org/debian/pool/main/a/acl/libacl1_2.3.1-3%2bb1_amd64.deb' libacl1_1%3a2.3.1-3+b1_amd64.deb 31488 SHA256:${digest}`
    expect(parseUris(`${line}\n`)).toEqual([
      {
        name: 'libacl1',
        version: '1:2.3.1-3+b1',
        architecture: 'amd64',
        sha256: digest,
        size: 31488,
        source: 'pool/main/a/acl/libacl1_2.3.1-3+b1_amd64.deb',
      },
    ])
  })

  test('is refused with a weaker digest', () => {
    expect(() => parseUris(`'http://m/pool/a_1_all.deb' a_1_all.deb 1 MD5Sum:${'0'.repeat(32)}`)).toThrow(/doesn't know/)
  })
})

describe('alternatives in the text of a script', () => {
  test('are read over continued lines, with their followers', () => {
    const script = [
      'update-alternatives --install /usr/bin/awk awk /usr/bin/mawk 5 \\',
      '    --slave /usr/bin/nawk nawk /usr/bin/mawk \\',
      '    --slave /usr/share/man/man1/awk.1.gz awk.1.gz /usr/share/man/man1/mawk.1.gz',
      'update-alternatives --install /usr/bin/pager pager /bin/more 50',
    ].join('\n')
    expect(parseAlternatives(script)).toEqual([
      { link: '/usr/bin/awk', target: '/usr/bin/mawk', priority: 5 },
      { link: '/usr/bin/nawk', target: '/usr/bin/mawk', priority: 5 },
      { link: '/usr/share/man/man1/awk.1.gz', target: '/usr/share/man/man1/mawk.1.gz', priority: 5 },
      { link: '/usr/bin/pager', target: '/bin/more', priority: 50 },
    ])
  })

  test('are left out where a path is computed', () => {
    expect(parseAlternatives('update-alternatives --install "$BIN"/ps ps "$BIN"/ps.procps 50')).toEqual([])
  })
})

describe('an environment', () => {
  const source = { id: 'x', dir: '/x', suite: 'bookworm', packages: ['bash'], users: { agent: 'agent', verifier: 'verifier' } }

  test('passes where every value has its form', () => {
    expect(() => checkSource({ ...source, node: '24.21.0', npm: 'npm' })).not.toThrow()
  })

  test.each([
    ['suite', { suite: 'bookworm main contrib' }],
    ['packages', { packages: ['bash', '-o=Dir::Etc=/'] }],
    ['node', { node: '^24' }],
    ['npm', { npm: '../../elsewhere' }],
    ['users.agent', { users: { agent: 'root:x:0:0', verifier: 'verifier' } }],
  ])('is refused by field and file for a bad %s', (field, bad) => {
    expect(() => checkSource({ ...source, ...bad })).toThrow(new RegExp(`environments/x/environment\\.toml: ${field} = `))
  })
})
