import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'

/** `lost` for a call whose answer the journey itself keeps from the page. */
type ExpectedFailure = { status: number | 'lost'; path: string }
type Fixtures = {
  /** Says beforehand that the server will refuse a call; any other error on the console fails the journey. */
  expectFailure: (status: ExpectedFailure['status'], path: string) => void
  /** Fails on anything axe finds on the page as it stands, by the rules of WCAG 2.2 A and AA. */
  expectAccessible: (label: string, page?: Page) => Promise<void>
  /** Keeps a picture of the whole page in screenshots/. */
  takeScreenshot: (name: string, page?: Page) => Promise<void>
  consoleErrors: { watch: (page: Page) => void }
}

const expectedFailures = new WeakMap<object, ExpectedFailure[]>()
const screenshotsDir = fileURLToPath(new URL('../screenshots/', import.meta.url))
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The stream of notifications breaks with the network and ends with the session, whatever a journey is about. */
const streamPath = '/api/notifications/stream'
const ignoredStreamStatuses = new Set(['lost', '401'])

/** The browser itself logs each refused call; only those that were announced are fine. */
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
 * The trace recorder loads a picture anew where the browser kept none of it, as with one it could not decode, and the
 * page's policy forbids that. No line of a script is named then, as it is where the product itself connects.
 */
const isTraceRecorderError = (message: ConsoleMessage): boolean =>
  message.text().startsWith("Connecting to 'blob:") && message.location().url === ''

/** Judged in the page itself: else axe opens another page each time, to add up what it found in frames, and Kutu has none. */
async function findViolations(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .withTags(wcag)
    .setLegacyMode()
    .analyze()
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(node => node.target.join(' ')).join(', ')}`)
}

/** Judges the notices and takes them off: axe would measure the page's words against a notice that lies over them. */
async function findToastViolations(page: Page): Promise<string[]> {
  const openPopover = '[popover]:popover-open'
  if ((await page.locator(openPopover).count()) === 0) return []
  const violations = await findViolations(new AxeBuilder({ page }).include(openPopover))
  await page.evaluate(selector => document.querySelector<HTMLElement>(selector)?.hidePopover(), openPopover)
  return violations
}

/** A phone's bottom bar lies over what is scrolled under it just then, which axe takes for covered; a second call puts it back. */
function toggleStaticBars(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('body nav')) {
    if (bar.style.position === 'static') bar.style.removeProperty('position')
    else if (getComputedStyle(bar).position === 'fixed') bar.style.position = 'static'
  }
}

/** A journey watches every page it opens: an error on the console, a blocked script or an uncaught error fails it. */
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
          errors.push(() => (isExpected(message, expected) ? undefined : `console: ${message.text()}`))
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
      await page.evaluate(toggleStaticBars)
      const allViolations = [...(await findToastViolations(page)), ...(await findViolations(new AxeBuilder({ page })))]
      await page.evaluate(toggleStaticBars)
      expect(allViolations.map(violation => `${label}: ${violation}`)).toEqual([])
    })
  },
  takeScreenshot: async ({ page: defaultPage }, use, { project }) => {
    await use(async (name, page = defaultPage) => {
      await page.screenshot({ path: `${screenshotsDir}${project.name}/${name}.png`, fullPage: true })
    })
  },
})
export { expect }
