import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { commonPasswords } from './web/build/common-passwords.ts'
import { countryOutlines } from './web/build/country-outlines.ts'
import { shippedModel } from './web/build/shipped-model.ts'

// A limit for tests that hang, not for slow ones: a busy machine needs many times as long as a quiet one.
const timeLimits = { hookTimeout: 180_000, testTimeout: 180_000 }

export default defineConfig({
  test: {
    // Vitest's default of one worker fewer than processors leaves half of a small machine idle while the database
    // works.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { name: 'packages', include: ['packages/*/{src,test}/**/*.test.ts'], ...timeLimits } },
      {
        test: {
          name: 'server',
          // Loading the server again for each file would cost more than running most files. Test servers share no
          // state.
          isolate: false,
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          provide: { databaseServer: process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL ?? '' },
          ...timeLimits,
        },
      },
      {
        // The plugins provide the virtual modules that screens import. A component test asks for a DOM in its first line:
        // `// @vitest-environment happy-dom`.
        plugins: [commonPasswords(), countryOutlines(), shippedModel()],
        // Threads start faster than processes and these tests need nothing of a process.
        test: {
          name: 'web',
          pool: 'threads',
          include: ['web/{src,build}/**/*.test.{ts,tsx}'],
          ...timeLimits,
          // As long as Testing Library waits for an element (web/src/testing/render-screen.tsx).
          expect: { poll: { timeout: 5_000 } },
        },
      },
    ],
  },
})
