import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'

const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  // Headless pages would otherwise be treated as background pages.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-ipc-flooding-protection',
  '--remote-debugging-port=0',
  // Requests to any other host fail.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
]

/**
 * On a busy machine a trace occasionally lacks its beginning, which says nothing about the page. A Chromium process
 * that did this once may do it again, so every attempt starts a new one.
 */
const maxAttempts = 5

/** Runs Lighthouse on a first visit, in a browser whose storage contains only the given session items. */
export async function auditFirstVisit(
  origin: string,
  path: string,
  storageItems: Record<string, string>,
): Promise<Result> {
  let lastError: unknown
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    try {
      return await auditOnce(origin, path, storageItems)
    } catch (error) {
      lastError = error
      console.log(`Looking at ${path} again: ${error instanceof Error ? error.message : error}`)
    }
  }
  throw lastError
}

/** Runs Lighthouse in its own Chromium, because a second DevTools client would disturb the measurement. */
async function auditOnce(origin: string, path: string, storageItems: Record<string, string>): Promise<Result> {
  const profileDir = await mkdtemp(join(tmpdir(), 'kutu-lighthouse-'))
  const executablePath = existsSync(chromiumPath) ? chromiumPath : chromium.executablePath()
  const child = spawn(executablePath, [...flags, `--user-data-dir=${profileDir}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  try {
    const port = await readDebuggingPort(child.stderr)
    if (Object.keys(storageItems).length > 0) await storeSession(port, origin, storageItems)
    return await runLighthouse(port, `${origin}${path}`)
  } finally {
    child.kill('SIGTERM')
    await exited
    await rm(profileDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns the debugging port that Chromium prints when it starts. */
async function readDebuggingPort(stderr: AsyncIterable<Buffer>): Promise<number> {
  let output = ''
  for await (const chunk of stderr) {
    output += String(chunk)
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(output)?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error(`Chromium exited:\n${output}`)
}

async function storeSession(port: number, origin: string, storageItems: Record<string, string>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]?.newPage()
  if (!page) throw new Error('Chromium opened no page')
  // A URL of this origin that runs no script of the app.
  await page.goto(`${origin}/icons/mark.svg`)
  await page.evaluate(stored => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, storageItems)
  await page.close()
  await browser.close()
}

/** Runs Lighthouse with its default mobile settings: a mid-range phone on a slow network, both simulated. */
async function runLighthouse(port: number, url: string): Promise<Result> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    formFactor: 'mobile',
    throttlingMethod: 'simulate',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  })
  const { lhr } = result ?? {}
  if (lhr && !lhr.runtimeError) return lhr
  throw new Error(`Lighthouse failed on ${url}: ${lhr?.runtimeError?.message}`)
}
