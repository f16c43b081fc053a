import type { ViteUserConfig } from 'vitest/config'

const conditions = ['polygraph-source', 'node', 'import', 'module', 'default']

/** What both suites share. */
export const common = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    globalSetup: ['test/setup/environments.ts'],
    setupFiles: ['test/house/setup.ts'],
    // Also for modules that Node itself resolves, such as a verifier loaded by its path.
    execArgv: ['--conditions=polygraph-source'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
} satisfies ViteUserConfig
