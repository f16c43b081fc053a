import { beforeAll, describe, expect, test } from 'vitest'
import { buildRootfs, defaultCacheDir, verifyRootfs, type Rootfs } from '../../../../src/backends/rootfs/index.ts'
import { environment } from '../../../backends/rootfs/environment.ts'
import { runIn } from '../../../backends/rootfs/inside.ts'

/** Slow because the first build fetches Node and the two runners: 80 MB beyond the python environment. */
let rootfs: Rootfs
beforeAll(async () => {
  const built = await buildRootfs(environment('javascript'), { cacheDir: defaultCacheDir() })
  if (!built.ok) throw new Error(built.because)
  rootfs = built
})

const WORKSPACE = `
mkdir /tmp/workspace && cd /tmp/workspace
echo '{}' > package.json
echo 'exports.add = (a, b) => a + b' > add.js
`
const JEST = 'node /node_modules/jest/bin/jest.js'
const VITEST = 'node /node_modules/vitest/vitest.mjs run'
const TEST = "test('adds', () => expect(require('./add.js').add(2, 3)).toBe(5))"

describe('the javascript environment', () => {
  test('is what its lock files say, to the byte', () => {
    expect(rootfs.drift).toEqual([])
    expect(verifyRootfs(rootfs)).toMatchObject({ intact: true })
  })

  test('has the pinned Node', async () => {
    expect(await runIn(rootfs.dir, ['node', '--version'])).toEqual({ exitCode: 0, output: 'v24.21.0' })
  })

  test('runs jest from the read-only base, without network', async () => {
    const script = `${WORKSPACE} echo "${TEST}" > add.test.js; ${JEST}`
    expect(await runIn(rootfs.dir, ['bash', '-c', script])).toEqual({ exitCode: 0, output: expect.stringMatching(/Tests:\s+1 passed, 1 total/) })
  })

  test('runs vitest from the read-only base, without network', async () => {
    const script = `${WORKSPACE} echo "import { test, expect } from 'vitest'; import { add } from './add.js'; test('adds', () => { expect(add(2, 3)).toBe(5) })" > add.test.js
      NO_COLOR=1 ${VITEST}`
    expect(await runIn(rootfs.dir, ['bash', '-c', script])).toEqual({ exitCode: 0, output: expect.stringMatching(/Tests\s+1 passed \(1\)/) })
  })

  test('loads a configuration file of vitest though the modules are read-only', async () => {
    const script = `${WORKSPACE} echo "export default { test: { setupFiles: ['./setup.mjs'] } }" > vitest.config.mjs; echo "console.log('set up')" > setup.mjs
      echo "import { test } from 'vitest'; test('runs', () => {})" > add.test.js; NO_COLOR=1 ${VITEST} --configLoader runner`
    expect(await runIn(rootfs.dir, ['bash', '-c', script])).toEqual({ exitCode: 0, output: expect.stringMatching(/set up[^]*1 passed/) })
  })

  test('says with its exit code that a test failed', async () => {
    const script = `${WORKSPACE} echo "${TEST.replace('toBe(5)', 'toBe(6)')}" > add.test.js; ${JEST}`
    expect(await runIn(rootfs.dir, ['bash', '-c', script])).toEqual({ exitCode: 1, output: expect.stringContaining('1 failed') })
  })
})
