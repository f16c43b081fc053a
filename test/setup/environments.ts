import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

/**
 * Builds the environments before any test: on a fresh machine that downloads packages, which no test's time limit should
 * have to allow for. In a process of its own, since this one doesn't resolve the program's own exports.
 */
export default async function setup(): Promise<void> {
  await execa(process.execPath, ['--conditions=polygraph-source', fileURLToPath(new URL('./build.ts', import.meta.url))], { stdio: 'inherit' })
}
