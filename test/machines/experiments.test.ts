import { execa } from 'execa'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../src/catalogue/index.ts'
import type { Finding } from '../../src/schema/index.ts'

/** EXP2 and EXP3 are the same acts and more of them: `npm run reproduce -- --backend qemu` takes a quarter of an hour where machines are emulated. */
test('EXP0, EXP1 and EXP1b find on machines what was published, and the run proves itself', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'experiments-'))
  try {
    const polygraph = (...args: readonly string[]) => execa(process.execPath, ['--conditions=polygraph-source', join(projectRoot(), 'bin/polygraph.mjs'), ...args], { cwd: dir, reject: false })
    const { stdout, stderr, exitCode } = await polygraph('run', 'exp0', 'exp1', 'exp1b', '--backend', 'qemu', '--mode', 'fast', '--json', '--out', join(dir, 'run'))
    const { findings } = JSON.parse(stdout) as { findings: Finding[] }
    const judged = findings.filter(({ reproduced }) => reproduced !== null)
    expect(judged.filter(({ reproduced }) => reproduced === false), stderr).toEqual([])
    expect(judged.map(({ finding }) => finding)).toEqual(expect.arrayContaining(['exp0.identical', 'exp1.trusting-cheats', 'exp1.ground-truth-cheats', 'exp1b.honest-held-out', 'exp1b.hardcode-held-out']))
    expect(exitCode).toBe(0)
    const verified = await polygraph('verify', join(dir, 'run'))
    expect(verified.stdout).toMatch(/holds/)
    expect(verified.exitCode).toBe(0)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
