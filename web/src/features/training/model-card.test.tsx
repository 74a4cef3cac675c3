import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadText, speak } from '../../text/say.ts'
import { aCard, aDetail, aSet, aShare } from './examples.ts'
import { LeafCheck, Overall, Parts } from './Figures.tsx'
import { QualityFigures } from './QualityFigures.tsx'
import { Studies } from './Studies.tsx'
import { TrustCharts } from './TrustCharts.tsx'

beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadText('common', 'detection', 'training')
  await speak('en')
})

/** What is read of it, a space between pieces. */
const wordsOf = (shown: ReactNode) =>
  renderToStaticMarkup(shown)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
/** The rows of its tables as they are read, without the heads and the columns' names that a phone repeats. */
const rowsOf = (shown: ReactNode) =>
  [...renderToStaticMarkup(shown).matchAll(/<tr[^>]*><th role="rowheader".*?<\/tr>/g)].map(([row]) =>
    row
      .replaceAll(/<span aria-hidden="true" class="text-sm.*?<\/span>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

describe('the model card', () => {
  it('tells each set of photos with the interval of every share, the tests before what chose', () => {
    const rows = rowsOf(<Overall measured={{ val: aSet(), test_field: aSet({ detail: aDetail }) }} />)
    expect(rows).toEqual([
      'Test, in the field 90.0% 85.0% – 95.0% of 100 photos 88.0% 84.0% – 92.0% 3.1% 80.0% 75.0% – 85.0% of 100 photos 96.0% 91.0% – 101.0% of 100 photos',
      expect.stringMatching(/^For choosing 90\.0% .* 88\.0% 3\.1% /),
    ])
  })

  it('tells classes within crops where that was measured, and else classes and crops by themselves', () => {
    const fine = rowsOf(<Parts measured={{ test_field: aSet({ detail: aDetail }), val: aSet() }} />)
    expect(fine).toHaveLength(2)
    expect(fine[0]).toMatch(/^Maize, in the field 90\.0% .* – No such photos 93\.0% /)
    const plain = rowsOf(<Parts measured={{ test_field: aSet() }} />)
    expect(plain.map(row => row.split(' ')[0])).toEqual(['Rust', 'Healthy', 'Maize'])
  })

  it('says where there were no photos to measure with', () => {
    expect(rowsOf(<LeafCheck measured={{ test_lab: aSet() }} />)[0]).toMatch(/– No such photos – No such photos$/)
  })

  it('draws how sure and how right, and has every number drawn in a table', () => {
    const shown = (
      <TrustCharts card={aCard({ test_field: aSet({ detail: aDetail }), val: aSet({ detail: aDetail }) })} />
    )
    const markup = renderToStaticMarkup(shown)
    expect(markup.match(/<svg role="img" aria-label="[^"]+"/g)).toEqual([
      '<svg role="img" aria-label="Test, in the field: calibration error 3.1%"',
      '<svg role="img" aria-label="Test, in the field: 80.0% of the leaves answered, 4.0% of the answers wrong"',
    ])
    expect(rowsOf(shown)).toEqual([
      '10%–20% 4 15.0% 25.0%',
      '20%–30% 16 95.0% 90.0%',
      '99.90% 10.0% 0.0%',
      '70.00% 80.0% 4.0%',
      '30.00% 100.0% 12.0%',
    ])
    expect(markup.match(/<circle/g)).toHaveLength(3)
    expect(renderToStaticMarkup(<TrustCharts card={aCard({ test_field: aSet() })} />)).toBe('')
  })

  it('names what was done to photos in the reader’s words, and what it has no words for as it was written', () => {
    const told = { accuracy: aShare(0.9), answered: aShare(0.7), right_of_answered: aShare(0.95) }
    const hardships = {
      'val, field': { 'dark: 3 stops less light': told, 'one half covered': told, 'seen in a mirror': told },
    }
    const titles = rowsOf(<Studies studies={{ hardships }} />).map(row => row.split(/ \d+\.\d%/)[0])
    expect(titles).toEqual(['Dark: 3 stops less light', 'One half covered', 'seen in a mirror'])
    expect(wordsOf(<Studies studies={{ hardships }} />)).toContain('Worse photos: For choosing, in the field')
  })

  it('tells of bad photos how the answers suffer and how many are warned of, as taken first', () => {
    const step = (by: number) => ({ by, accuracy: aShare(0.85), warned: aShare(0.9) })
    const quality = {
      accuracy: aShare(0.95),
      false_alarms: {
        too_small: aShare(0),
        too_dark: aShare(0),
        too_bright: aShare(0),
        too_blurred: aShare(0),
        any: aShare(0.1),
      },
      made_worse: { too_small: [step(80)], too_dark: [step(2.5)], too_bright: [], too_blurred: [step(0.0125)] },
    }
    const titles = rowsOf(<QualityFigures quality={quality} />).map(row => row.replace(/ \d+\.\d% \d.*/, ''))
    expect(titles).toEqual([
      'As taken',
      'Short side 80 pixels',
      '2.5 stops less light',
      'Blurred by 1.25% of the short side',
    ])
  })
})
