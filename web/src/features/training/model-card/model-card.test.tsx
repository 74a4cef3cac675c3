import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeModelCard, makeSetMetrics, makeShare, setDetail } from '../../../testing/fixtures/model-card.ts'
import { loadEnglish } from '../../../testing/load-english.ts'
import { CalibrationCharts } from './CalibrationCharts.tsx'
import { PhotoQualityMetrics } from './ModelCardPage.tsx'
import { LeafCheckMetrics, OverallMetrics, SubgroupMetrics } from './ModelMetrics.tsx'
import { Studies } from './Studies.tsx'

beforeAll(() => loadEnglish('common', 'controls', 'detection', 'training'))

/** Returns the text content, with a space between elements. */
const renderText = (element: ReactNode) =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
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

  it('shows classes within crops where measured, else classes and crops separately', () => {
    const detailed = renderRows(
      <SubgroupMetrics measured={{ test_field: makeSetMetrics({ detail: setDetail }), val: makeSetMetrics() }} />,
    )
    expect(detailed).toHaveLength(2)
    expect(detailed[0]).toMatch(/^Maize, in the field 90\.0% .* – No such photos 93\.0% /)
    const simple = renderRows(<SubgroupMetrics measured={{ test_field: makeSetMetrics() }} />)
    expect(simple.map(row => row.split(' ')[0])).toEqual(['Common', 'Healthy', 'Maize'])
  })

  it('says where there were no photos to measure', () => {
    expect(renderRows(<LeafCheckMetrics measured={{ test_lab: makeSetMetrics() }} />)[0]).toMatch(
      /– No such photos – No such photos$/,
    )
  })

  it('draws the calibration charts and repeats their numbers in tables', () => {
    const element = (
      <CalibrationCharts
        card={makeModelCard({
          test_field: makeSetMetrics({ detail: setDetail }),
          val: makeSetMetrics({ detail: setDetail }),
        })}
      />
    )
    const markup = renderToStaticMarkup(element)
    expect(markup.match(/<svg role="img" aria-label="[^"]+"/g)).toEqual([
      '<svg role="img" aria-label="Test, in the field: calibration error 3.1%"',
      '<svg role="img" aria-label="Test, in the field: 80.0% of leaves answered, 4.0% of answers wrong"',
    ])
    expect(renderRows(element)).toEqual([
      '10%–20% 4 15.0% 25.0%',
      '20%–30% 16 95.0% 90.0%',
      '99.90% 10.0% 0.0%',
      '70.00% 80.0% 4.0%',
      '30.00% 100.0% 12.0%',
    ])
    expect(markup.match(/<circle/g)).toHaveLength(3)
    expect(renderToStaticMarkup(<CalibrationCharts card={makeModelCard({ test_field: makeSetMetrics() })} />)).toBe('')
  })

  it('localizes corruption names and shows unknown ones unchanged', () => {
    const metrics = { accuracy: makeShare(0.9), answered: makeShare(0.7), right_of_answered: makeShare(0.95) }
    const corruptions = {
      'val, field': { 'dark: 3 stops less light': metrics, 'one half covered': metrics, 'seen in a mirror': metrics },
    }
    const titles = renderRows(<Studies studies={{ corruptions }} />).map(row => row.split(/ \d+\.\d%/)[0])
    expect(titles).toEqual(['Dark: 3 stops less light', 'One half covered', 'seen in a mirror'])
    expect(renderText(<Studies studies={{ corruptions }} />)).toContain('Worse photos: Validation, in the field')
  })

  it('shows accuracy and warning rate for degraded photos, unmodified ones first', () => {
    const step = (by: number) => ({ by, accuracy: makeShare(0.85), warned: makeShare(0.9) })
    const quality = {
      accuracy: makeShare(0.95),
      false_alarms: {
        too_small: makeShare(0),
        too_dark: makeShare(0),
        too_bright: makeShare(0),
        too_blurred: makeShare(0),
        any: makeShare(0.1),
      },
      made_worse: { too_small: [step(80)], too_dark: [step(2.5)], too_bright: [], too_blurred: [step(0.0125)] },
    }
    const titles = renderRows(<PhotoQualityMetrics quality={quality} />).map(row => row.replace(/ \d+\.\d% \d.*/, ''))
    expect(titles).toEqual([
      'As taken',
      'Short side 80 pixels',
      '2.5 stops less light',
      'Blurred by 1.25% of the short side',
    ])
  })
})
