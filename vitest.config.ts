import { defineConfig } from 'vitest/config'

const conditions = ['polygraph-source', 'node', 'import', 'module', 'default']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/slow/**', '**/node_modules/**'],
    setupFiles: ['test/house/setup.ts'],
    // The same flag the command line gets, so that a plain import of 'polygraph/…' means the source here too.
    execArgv: ['--conditions=polygraph-source'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
})
