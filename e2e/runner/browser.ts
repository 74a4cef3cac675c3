import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const systemChromium = '/usr/bin/chromium'
const systemHeadlessShell = '/usr/bin/chromium-headless-shell'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const chromium = process.env.CHROMIUM_PATH ?? systemChromium
const headlessShell = chromium === systemChromium ? systemHeadlessShell : chromium

const launchWith = (...paths: string[]): LaunchOptions => {
  const executablePath = paths.find(path => existsSync(path))
  // Without one of these, Playwright starts the Chromium it has downloaded.
  return { args, ...(executablePath !== undefined && { executablePath }) }
}

/** Prefers Chromium's headless shell (Debian: chromium-headless-shell), which needs about a quarter less time. */
export const launchOptions = launchWith(headlessShell, chromium)
/** Chromium itself, for what the headless shell lacks, such as system notifications. */
export const fullBrowserOptions = launchWith(chromium)
