import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { savesScreenshots } from './fixtures.ts'

/** Prints the page on the paper that its styles name and returns the number of sheets. */
export async function countPrintedPages(page: Page, project: string, name: string): Promise<number> {
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    ...(savesScreenshots && {
      path: fileURLToPath(new URL(`../screenshots/${project}/${name}.pdf`, import.meta.url)),
    }),
  })
  return (pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length
}
