// Finds a Chromium for the journeys.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// e2e/runner/browser.ts replaces Debian's Chromium by its headless shell where that is installed and enough.
const commonPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, the system's, or the build that Playwright downloads. Undefined when
 * there is none and none can be downloaded.
 */
export async function chromiumPath() {
  const installed = [process.env.CHROMIUM_PATH, ...commonPaths].find(path => path && existsSync(path))
  if (installed) return installed
  const { chromium } = await import('@playwright/test')
  if (!existsSync(chromium.executablePath()))
    spawnSync('npx', ['playwright', 'install', '--only-shell', 'chromium'], { stdio: 'inherit', timeout: 300_000 })
  const downloaded = chromium.executablePath()
  return existsSync(downloaded) ? downloaded : undefined
}
