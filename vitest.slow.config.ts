import { defineConfig } from 'vitest/config'
import { common } from './vitest.common.config.ts'

/** Tests that take minutes: they have a command of their own, so that `npm test` stays something one runs often. */
export default defineConfig({
  ...common,
  test: { ...common.test, include: ['test/slow/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 600_000, passWithNoTests: false },
})
