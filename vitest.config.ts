import { defineConfig } from 'vitest/config'
import { common } from './vitest.common.config.ts'

export default defineConfig({
  ...common,
  test: { ...common.test, include: ['test/**/*.test.ts'], exclude: ['test/slow/**', 'test/machines/**', '**/node_modules/**'] },
})
