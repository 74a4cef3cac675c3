import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './runner/browser.ts'
import { origin, serverEnv } from './runner/test-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { defaultBrowserType: _, ...phone } = devices['Pixel 5']

/** Set EVERY_WIDTH=1 to run every spec at both widths. */
const runsEveryWidth = process.env.EVERY_WIDTH === '1'
const bothWidths = '**/*.responsive.spec.ts'
const desktopOnly = '**/*.desktop.spec.ts'

export default defineConfig({
  testDir: 'specs',
  outputDir: 'results',
  reporter: [['list'], ['./runner/summary-reporter.ts']],
  forbidOnly: Boolean(process.env.CI),
  // One more than the cores of a small machine: tests wait for the server, its worker threads and animations.
  workers: 3,
  // A test that passes on retry is reported as flaky and does not stop a release.
  retries: process.env.CI ? 1 : 0,
  // Generous, because a shared machine with two cores may be busy.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Africa/Kampala',
    // Tests wait for no animation.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests talk to the server directly; tests of the service worker enable it themselves.
    serviceWorkers: 'block',
    // Recording costs time: run a failed test again with `--trace on`; in CI its retry is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    {
      name: 'phone',
      testIgnore: desktopOnly,
      use: { ...phone, viewport: { width: 360, height: 740 }, screen: { width: 360, height: 740 } },
    },
    {
      name: 'desktop',
      testMatch: runsEveryWidth ? '**/*.spec.ts' : [bothWidths, desktopOnly],
      grepInvert: runsEveryWidth ? [] : /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    { name: 'lighthouse', testDir: 'lighthouse', timeout: 180_000, use: { trace: 'off' } },
  ],
  webServer: {
    command: 'node server/dist/main.js',
    cwd: root,
    url: `${origin}/api/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: serverEnv,
  },
  globalSetup: './runner/sms-gateway.ts',
  globalTeardown: './runner/global-teardown.ts',
})
