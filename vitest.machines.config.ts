import { defineConfig } from 'vitest/config'
import { common } from './vitest.common.config.ts'

/** Tests on real virtual machines: minutes where they are emulated, so they have a command of their own. One file at a time: a machine takes a core. */
export default defineConfig({
  ...common,
  test: { ...common.test, include: ['test/machines/**/*.test.ts'], testTimeout: 1_800_000, hookTimeout: 600_000, passWithNoTests: false, fileParallelism: false },
})
