import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeSetMetrics, setDetail } from '../../../testing/fixtures/model-card.ts'
import { loadEnglish } from '../../../testing/load-english.ts'
import { OverallMetrics, SubgroupMetrics } from './ModelCardPage.tsx'

beforeAll(() => loadEnglish('common', 'controls', 'detection', 'training'))

/** Returns the text of each table row, without headers and the column names repeated for phones. */
const renderRows = (element: ReactNode) =>
  [...renderToStaticMarkup(element).matchAll(/<tr[^>]*><th role="rowheader".*?<\/tr>/g)].map(([row]) =>
    row
      .replaceAll(/<span aria-hidden="true" class="text-sm.*?<\/span>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

describe('the model card', () => {
  it('shows each data set with confidence intervals, test sets first', () => {
    const rows = renderRows(
      <OverallMetrics measured={{ val: makeSetMetrics(), test_field: makeSetMetrics({ detail: setDetail }) }} />,
    )
    expect(rows).toEqual([
      'Test, in the field 90.0% 85.0% – 95.0% of 100 photos 88.0% 84.0% – 92.0% 3.1% 80.0% 75.0% – 85.0% of 100 photos 96.0% 91.0% – 101.0% of 100 photos',
      expect.stringMatching(/^Validation 90\.0% .* 88\.0% 3\.1% /),
    ])
  })

  it('shows classes within crops of the test sets, and where there were no photos to measure', () => {
    const rows = renderRows(
      <SubgroupMetrics
        measured={{ test_field: makeSetMetrics({ detail: setDetail }), val: makeSetMetrics({ detail: setDetail }) }}
      />,
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/^Maize, in the field 90\.0% .* – No such photos 93\.0% /)
  })
})
