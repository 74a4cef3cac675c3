// Finds a Chromium for the journeys: the one named, the system's, or the one Playwright can fetch.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a Chromium, or undefined when there is none and none can be fetched. */
export async function chromiumPath() {
  const found = [process.env.CHROMIUM_PATH, ...usual].find(path => path && existsSync(path))
  if (found) return found
  const { chromium } = await import('@playwright/test')
  if (!existsSync(chromium.executablePath()))
    spawnSync('npx', ['playwright', 'install', '--only-shell', 'chromium'], { stdio: 'inherit', timeout: 300_000 })
  const fetched = chromium.executablePath()
  return existsSync(fetched) ? fetched : undefined
}
