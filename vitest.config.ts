import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { commonPasswords } from './web/build/common-passwords.ts'
import { shippedModel } from './web/build/shipped-model.ts'

export default defineConfig({
  test: {
    // One worker fewer than processors is the runner's own choice, and leaves half of a small machine idle while the database works.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'packages', include: ['packages/*/{src,test}/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          // Loading the server anew for each file would cost more than many a file's tests; a world shares nothing with another.
          isolate: false,
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          provide: { databaseServer: process.env.TEST_DATABASE_URL || process.env.DATABASE_URL || '' },
          hookTimeout: 60_000,
          testTimeout: 60_000,
        },
      },
      {
        // The plugins provide the virtual modules that screens import. A component test asks for a DOM in its first line:
        // `// @vitest-environment happy-dom`.
        plugins: [commonPasswords(), shippedModel()],
        test: { name: 'web', include: ['web/{src,build}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
