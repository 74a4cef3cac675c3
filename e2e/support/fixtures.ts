import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** `lost` is a request whose response the test blocks. */
type ExpectedFailure = { status: number | 'lost'; path: string }
type Fixtures = {
  /** Allows a failed request; any other console error fails the test. */
  expectFailure: (status: ExpectedFailure['status'], path: string) => void
  /** Fails on any violation axe finds on the current page (WCAG 2.2 A and AA). */
  expectAccessible: (label: string, page?: Page) => Promise<void>
  /** Saves a full-page screenshot in e2e/screenshots/ if that folder exists. */
  takeScreenshot: (name: string, page?: Page) => Promise<void>
  consoleErrors: { watch: (page: Page) => void }
}

const expectedFailures = new WeakMap<object, ExpectedFailure[]>()
const screenshotsDir = fileURLToPath(new URL('../screenshots/', import.meta.url))
/** Screenshots are optional because they cost time: create the folder e2e/screenshots to get them. */
export const savesScreenshots = existsSync(screenshotsDir)
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The notification stream breaks when the network or session ends, which is fine in any test. */
const streamPath = '/api/notifications/stream'
const ignoredStreamStatuses = new Set(['lost', '401'])

/** Returns true if the console error belongs to an expected failed request. Browsers log every failed request. */
function isExpected(message: ConsoleMessage, expected: readonly ExpectedFailure[]): boolean {
  const [, status = 'lost'] = /^Failed to load resource: (?:.* status of (\d+)|net::)/.exec(message.text()) ?? [
    0,
    'none',
  ]
  const { url } = message.location()
  if (ignoredStreamStatuses.has(status) && new URL(url).pathname === streamPath) return true
  return expected.some(failure => String(failure.status) === status && new URL(url).pathname === failure.path)
}

/**
 * Returns true for an error of Playwright's trace recorder. It refetches images that the browser could not decode,
 * which the page's content security policy blocks. Unlike errors of the app, these have no script location.
 */
const isTraceRecorderError = (message: ConsoleMessage): boolean =>
  message.text().startsWith("Connecting to 'blob:") && message.location().url === ''

/** Runs axe on the page, or on the element with this selector. The program is injected once per document: compiling it takes longer than running it. */
async function findViolations(page: Page, selector?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: axe.RunOptions = { runOnly: wcag, resultTypes: ['violations'], preload: false, iframes: false }
  const violations = await page.evaluate(
    async ([selector, options]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const element = selector === undefined ? document : document.querySelector(selector)
      return element ? (await axe.run(element, options)).violations : []
    },
    [selector, options] as const,
  )
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(node => node.target.join(' ')).join(', ')}`)
}

/** Checks the toasts and hides them, because axe would measure the contrast of text behind them. */
async function findToastViolations(page: Page): Promise<string[]> {
  const openPopover = '[popover]:popover-open'
  if ((await page.locator(openPopover).count()) === 0) return []
  const violations = await findViolations(page, openPopover)
  await page.evaluate(selector => document.querySelector<HTMLElement>(selector)?.hidePopover(), openPopover)
  return violations
}

/**
 * Makes fixed and sticky bars static, or what they were on the second call. Axe treats content scrolled under one as covered.
 */
function toggleStaticBars(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('body nav, body header')) {
    if (bar.style.position === 'static') bar.style.removeProperty('position')
    else if (/^(fixed|sticky)$/.test(getComputedStyle(bar).position)) bar.style.position = 'static'
  }
}

/** Test with the fixtures above. A console error, blocked script or uncaught exception on any page fails the test. */
export const test = base.extend<Fixtures>({
  consoleErrors: [
    async ({ context }, use, info) => {
      const expected: ExpectedFailure[] = []
      expectedFailures.set(info, expected)
      const errors: (() => string | undefined)[] = []
      const watch = (page: Page) => {
        page.on('pageerror', error => errors.push(() => `uncaught: ${error.stack ?? error.message}`))
        page.on('console', message => {
          if (message.type() !== 'error' || isTraceRecorderError(message)) return
          const { url } = message.location()
          errors.push(() => (isExpected(message, expected) ? undefined : `console: ${message.text()} ${url}`))
        })
      }
      context.on('page', watch)
      await use({ watch })
      expect(errors.flatMap(getError => getError() ?? [])).toEqual([])
    },
    { auto: true },
  ],
  expectFailure: async ({ consoleErrors: _ }, use, info) => {
    await use((status, path) => expectedFailures.get(info)?.push({ status, path }))
  },
  expectAccessible: async ({ page: defaultPage }, use) => {
    await use(async (label, page = defaultPage) => {
      await page.evaluate(() =>
        Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => null))),
      )
      // The list before the filter is dimmed until that after it has come.
      await expect(page.locator('[aria-busy="true"][class*="aria-busy:opacity"]')).toHaveCount(0)
      await page.evaluate(toggleStaticBars)
      const allViolations = [...(await findToastViolations(page)), ...(await findViolations(page))]
      await page.evaluate(toggleStaticBars)
      expect(allViolations.map(violation => `${label}: ${violation}`)).toEqual([])
    })
  },
  takeScreenshot: async ({ page: defaultPage }, use, { project }) => {
    await use(async (name, page = defaultPage) => {
      if (savesScreenshots)
        await page.screenshot({ path: `${screenshotsDir}${project.name}/${name}.png`, fullPage: true })
    })
  },
})

/** Fails if the page is wider than the screen. The configured viewport counts: a phone's browser zooms out from wide content. */
export async function expectNoHorizontalScroll(page: Page, label = 'the page'): Promise<void> {
  const overflowing = await page.evaluate(width => {
    if (document.documentElement.scrollWidth <= width) return []
    const elements = [...document.querySelectorAll('body *')].filter(
      element => element.getBoundingClientRect().right > width,
    )
    return elements.map(element => `${element.tagName} ${element.textContent?.slice(0, 40)}`)
  }, page.viewportSize()?.width ?? 0)
  expect(overflowing, `${label} scrolls sideways`).toEqual([])
}

/**
 * Leads the open app to a path as a link does, which takes a fifth of the time of loading it again. The path must have
 * another screen than the open one.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  const previous = await heading.elementHandle()
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await previous?.waitForElementState('hidden')
  await expect(heading).toBeVisible()
}

/** Opens a section that is folded under its title. */
export const openFold = (page: Page, title: string): Promise<void> =>
  page.locator('summary', { hasText: title }).click()

export { expect }
