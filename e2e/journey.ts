import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'

/** `lost` for a call whose answer the journey itself keeps from the page. */
type Refusal = { status: number | 'lost'; path: string }
type Journey = {
  /** Says beforehand that the server will refuse a call; any other error on the console fails the journey. */
  expectRefusal: (status: Refusal['status'], path: string) => void
  /** Fails on anything axe finds on the page as it stands, by the rules of WCAG 2.2 A and AA. */
  expectAccessible: (what: string, page?: Page) => Promise<void>
  /** Keeps a picture of the whole page in screenshots/. */
  shoot: (name: string, page?: Page) => Promise<void>
  complaints: { watch: (page: Page) => void }
}

const refusals = new WeakMap<object, Refusal[]>()
const pictures = fileURLToPath(new URL('./screenshots/', import.meta.url))
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The stream of notifications breaks with the network and ends with the session, whatever a journey is about. */
const stream = '/api/notifications/stream'
const streamEnds = new Set(['lost', '401'])

/** The browser itself logs each refused call; only those that were announced are fine. */
function isAnnounced(message: ConsoleMessage, announced: readonly Refusal[]): boolean {
  const [, status = 'lost'] = /^Failed to load resource: (?:.* status of (\d+)|net::)/.exec(message.text()) ?? [
    0,
    'none',
  ]
  const { url } = message.location()
  if (streamEnds.has(status) && new URL(url).pathname === stream) return true
  return announced.some(refusal => String(refusal.status) === status && new URL(url).pathname === refusal.path)
}

/**
 * The trace recorder loads a picture anew where the browser kept none of it, as with one it could not decode, and the
 * page's policy forbids that. No line of a script is named then, as it is where the product itself connects.
 */
const isRecorder = (message: ConsoleMessage): boolean =>
  message.text().startsWith("Connecting to 'blob:") && message.location().url === ''

/** Judged in the page itself: else axe opens another page each time, to add up what it found in frames, and Kutu has none. */
async function violationsIn(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .withTags(wcag)
    .setLegacyMode()
    .analyze()
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(node => node.target.join(' ')).join(', ')}`)
}

/** Judges the notices and takes them off: axe would measure the page's words against a notice that lies over them. */
async function violationsOfNotices(page: Page): Promise<string[]> {
  const open = '[popover]:popover-open'
  if ((await page.locator(open).count()) === 0) return []
  const violations = await violationsIn(new AxeBuilder({ page }).include(open))
  await page.evaluate(selector => document.querySelector<HTMLElement>(selector)?.hidePopover(), open)
  return violations
}

/** A phone's bottom bar lies over what is scrolled under it just then, which axe takes for covered; a second call puts it back. */
function layBarInThePage(): void {
  for (const bar of document.querySelectorAll<HTMLElement>('body nav')) {
    if (bar.style.position === 'static') bar.style.removeProperty('position')
    else if (getComputedStyle(bar).position === 'fixed') bar.style.position = 'static'
  }
}

/** A journey watches every page it opens: an error on the console, a blocked script or an uncaught error fails it. */
export const test = base.extend<Journey>({
  complaints: [
    async ({ context }, use, info) => {
      const announced: Refusal[] = []
      refusals.set(info, announced)
      const heard: (() => string | undefined)[] = []
      const watch = (page: Page) => {
        page.on('pageerror', error => heard.push(() => `uncaught: ${error.stack ?? error.message}`))
        page.on('console', message => {
          if (message.type() !== 'error' || isRecorder(message)) return
          heard.push(() => (isAnnounced(message, announced) ? undefined : `console: ${message.text()}`))
        })
      }
      context.on('page', watch)
      await use({ watch })
      expect(heard.flatMap(tell => tell() ?? [])).toEqual([])
    },
    { auto: true },
  ],
  expectRefusal: async ({ complaints: _ }, use, info) => {
    await use((status, path) => refusals.get(info)?.push({ status, path }))
  },
  expectAccessible: async ({ page: own }, use) => {
    await use(async (what, page = own) => {
      await page.evaluate(() =>
        Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => null))),
      )
      await page.evaluate(layBarInThePage)
      const found = [...(await violationsOfNotices(page)), ...(await violationsIn(new AxeBuilder({ page })))]
      await page.evaluate(layBarInThePage)
      expect(found.map(violation => `${what}: ${violation}`)).toEqual([])
    })
  },
  shoot: async ({ page: own }, use, { project }) => {
    await use(async (name, page = own) => {
      await page.screenshot({ path: `${pictures}${project.name}/${name}.png`, fullPage: true })
    })
  },
})
export { expect }
