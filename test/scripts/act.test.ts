import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { carryOut, npmEnvironment, SetUpFailed } from '../../scripts/setup/act.mjs'
import { copyAssets } from '../../scripts/setup/build.mjs'
import { filesBelow } from '../house/files.ts'
import { ready } from './facts.ts'
import { scratch } from './scratch.ts'

/** Remembers the commands instead of running them; `fails` says which one fails. */
function recorder(fails?: string) {
  const ran: string[] = []
  const run = async (command: string, args: string[]) => {
    const line = [command, ...args].join(' ')
    ran.push(line)
    return fails !== undefined && line.includes(fails) ? { code: 100, said: `E: ${fails} went wrong` } : { code: 0, said: '' }
  }
  return { ran, run }
}

const packages = { kind: 'packages', names: ['python3', 'gpgv'], sudo: false }
const apt = 'env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300'

describe('Debian packages', () => {
  test('are installed after one update, with sudo only where asked', async () => {
    const { ran, run } = recorder()
    await carryOut(packages, { root: '/checkout', facts: ready, run })
    await carryOut({ ...packages, sudo: true }, { root: '/checkout', facts: ready, run })
    const install = 'install -y --no-install-recommends python3 gpgv'
    expect(ran).toEqual([`${apt} update`, `${apt} ${install}`, `sudo ${apt} update`, `sudo ${apt} ${install}`])
  })

  test('are installed even when a source of somebody else is broken', async () => {
    const { run } = recorder('update')
    await expect(carryOut(packages, { root: '/checkout', facts: ready, run })).resolves.toBeUndefined()
  })

  test('that do not install end set-up with what apt said', async () => {
    const failed = carryOut(packages, { root: '/checkout', facts: ready, run: recorder('install').run })
    await expect(failed).rejects.toThrow(SetUpFailed)
    await expect(failed).rejects.toThrow(/could not install python3, gpgv:\nE: install went wrong/)
  })
})

describe('node_modules', () => {
  const install = { kind: 'install', digest: 'abc' }

  test('gets its stamp only after npm has finished', async () => {
    const root = scratch()
    const stamp = join(root, 'node_modules', '.polygraph-setup')
    await expect(carryOut(install, { root, facts: ready, run: recorder('ci').run })).rejects.toThrow('npm ci failed')
    expect(() => readFileSync(stamp)).toThrow('ENOENT')
    await carryOut(install, { root, facts: ready, run: recorder().run })
    expect(readFileSync(stamp, 'utf8')).toBe('abc\n')
  })

  test('an outer npm does not change what the inner one does', () => {
    const env = {
      PATH: '/checkout/node_modules/.bin:/usr/bin',
      npm_config_dry_run: 'true',
      npm_config_global: 'true',
      npm_config_pack_destination: '/tmp',
      npm_config_omit: 'dev',
      npm_config_cache: '/cache',
      HOME: '/home/a',
    }
    expect(npmEnvironment(env)).toEqual({ PATH: '/usr/bin', npm_config_cache: '/cache', HOME: '/home/a' })
  })

  test('a pinned Node whose script was not run is fetched by running it', async () => {
    const { ran, run } = recorder()
    await carryOut({ kind: 'node' }, { root: '/checkout', facts: ready, run })
    expect(ran[0]).toContain('/usr/bin/npm rebuild node --ignore-scripts=false')
  })
})

test('a build takes along every file that is not TypeScript, and no droppings', () => {
  const root = scratch()
  const files = ['src/a/b.ts', 'src/a/serve.py', 'verifiers/strict/verifier.ts', 'verifiers/strict/checks/answer.py', 'verifiers/strict/__pycache__/answer.pyc', 'verifiers/strict/old.pyc', 'tasks/add/task.toml']
  for (const file of files) {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), file)
  }
  copyAssets(root)
  expect(filesBelow(join(root, 'dist'), ['.'], /./).toSorted()).toEqual(['src/a/serve.py', 'verifiers/strict/checks/answer.py'])
})
