import { AxeBuilder } from '@axe-core/playwright'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'

type Refusal = { status: number; path: string }
type Journey = {
  /** Says beforehand that the server will refuse a call; any other error on the console fails the journey. */
  expectRefusal: (status: number, path: string) => void
  /** Fails on anything axe finds on the page as it stands, by the rules of WCAG 2.2 A and AA. */
  expectAccessible: (what: string, page?: Page) => Promise<void>
  /** Keeps a picture of the whole page in screenshots/. */
  shoot: (name: string, page?: Page) => Promise<void>
  complaints: { watch: (page: Page) => void }
}

const refusals = new WeakMap<object, Refusal[]>()
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The browser itself logs each refused call; only those that were announced are fine. */
function isAnnounced(message: ConsoleMessage, announced: readonly Refusal[]): boolean {
  const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1]
  const { url } = message.location()
  return announced.some(refusal => String(refusal.status) === status && new URL(url).pathname === refusal.path)
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
          if (message.type() !== 'error') return
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
      const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze()
      const found = violations.map(
        ({ id, nodes }) => `${what}: ${id} at ${nodes.map(node => node.target.join(' ')).join(', ')}`,
      )
      expect(found).toEqual([])
    })
  },
  shoot: async ({ page: own }, use, { project }) => {
    await use(async (name, page = own) => {
      await page.screenshot({ path: `screenshots/${project.name}/${name}.png`, fullPage: true })
    })
  },
})
export { expect }
