import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'

const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
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
  // Without a window every page is one in the background.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-ipc-flooding-protection',
  '--remote-debugging-port=0',
  // Whatever asks for another machine gets no answer.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
]

export type Phone = {
  /** Leaves these in the browser's storage, as signing in does. */
  remember: (items: Record<string, string>) => Promise<void>
  /** What Lighthouse finds on a first visit to a page, with the storage as it is and nothing kept of an earlier visit. */
  inspect: (path: string) => Promise<Result>
  close: () => Promise<void>
}

/** A Chromium that nobody else steers: a second hand on its pages would disturb what is measured. */
export async function startPhone(origin: string): Promise<Phone> {
  const profile = await mkdtemp(join(tmpdir(), 'kutu-lighthouse-'))
  const path = existsSync(installed) ? installed : chromium.executablePath()
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const port = await portIn(child.stderr)
    return {
      remember: items => remember(port, origin, items),
      inspect: page => inspect(port, `${origin}${page}`),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Chromium takes a free port and says which. */
async function portIn(stderr: AsyncIterable<Buffer>): Promise<number> {
  let said = ''
  for await (const chunk of stderr) {
    said += String(chunk)
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(said)?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error(`Chromium ended:\n${said}`)
}

async function remember(port: number, origin: string, items: Record<string, string>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]?.newPage()
  if (!page) throw new Error('This Chromium opens no page')
  // A page of this origin on which no script of the app runs.
  await page.goto(`${origin}/icons/mark.svg`)
  await page.evaluate(stored => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, items)
  await page.close()
  await browser.close()
}

/**
 * Lighthouse's own mobile settings: a mid-range phone on a slow network, both simulated. Where it could not record a
 * visit, as happens on a busy machine, it says nothing of the page: then it looks again.
 */
async function inspect(port: number, url: string, visits = 3): Promise<Result> {
  const found = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    formFactor: 'mobile',
    throttlingMethod: 'simulate',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  })
  const { lhr } = found ?? {}
  if (lhr && !lhr.runtimeError) return lhr
  if (visits > 1) return inspect(port, url, visits - 1)
  throw new Error(`Lighthouse did not see ${url}: ${lhr?.runtimeError?.message}`)
}
