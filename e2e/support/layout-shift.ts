import type { Page } from '@playwright/test'

/** Adds up the layout shifts of the page, without those after an input. Call before opening the page. */
export const recordLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const total = { layoutShift: 0 }
    Object.assign(window, total)
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; value: number })[]) {
        if (!entry.hadRecentInput) total.layoutShift += entry.value
      }
      Object.assign(window, total)
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const getLayoutShift = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'layoutShift')))
