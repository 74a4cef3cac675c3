import { type Page, test } from '@playwright/test'

/** What a person did: presses of mouse or finger, keys, texts put in at once, pixels scrolled, and the height of the screens seen. */
export type Effort = Record<'taps' | 'keys' | 'texts' | 'scrolled' | 'pixels', number>

const names = ['taps', 'keys', 'texts', 'scrolled', 'pixels'] as const
const item = 'effort of a test'

/** Counts in the browser from here on, also over loads of the page. Call before opening it. */
export async function countEffort(page: Page) {
  await page.addInitScript(key => {
    const add = (name: string, by: number) => {
      const counts = JSON.parse(sessionStorage.getItem(key) ?? '{}')
      sessionStorage.setItem(key, JSON.stringify({ ...counts, [name]: (counts[name] ?? 0) + by }))
    }
    let keyAt = 0
    let top = 0
    addEventListener('pointerdown', event => event.isTrusted && add('taps', 1), { capture: true })
    addEventListener(
      'keydown',
      event => {
        if (!event.isTrusted || /^(Control|Shift|Alt|Meta)/.test(event.key)) return
        keyAt = event.timeStamp
        add('keys', 1)
      },
      { capture: true },
    )
    // A pasted text is one deed, also at once after a key; a key puts in one character.
    const isPasted = (event: Event) =>
      event.timeStamp - keyAt > 50 || (event instanceof InputEvent && (event.data?.length ?? 0) > 1)
    addEventListener('input', event => isPasted(event) && add('texts', 1), { capture: true })
    addEventListener('scroll', () => {
      add('scrolled', Math.round(Math.abs(scrollY - top)))
      top = scrollY
    })
  }, item)
  const read = async (): Promise<Effort> => {
    // Scrolling is reported with the next frame.
    const counts = await page.evaluate(async key => {
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return JSON.parse(sessionStorage.getItem(key) ?? '{}')
    }, item)
    return Object.fromEntries(names.map(name => [name, counts[name] ?? 0])) as Effort
  }
  let pixels = 0
  return {
    /** Adds the height of the screen as it is now, and returns it. */
    async seeScreen(): Promise<number> {
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      pixels += height
      return height
    },
    /** Returns what `deed` took. */
    async measure(deed: () => Promise<void>): Promise<Effort> {
      const before = await read()
      await deed()
      const after = await read()
      return Object.fromEntries(names.map(name => [name, after[name] - before[name]])) as Effort
    },
    /** Prints the sum, and returns it. */
    async report(type: string): Promise<Effort> {
      const effort = { ...(await read()), pixels }
      const description = names.map(name => `${effort[name]} ${name}`).join(', ')
      test.info().annotations.push({ type, description })
      console.log(`${test.info().project.name}: ${type}: ${description}`)
      return effort
    },
  }
}
