import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadEnglish } from '../../../testing/load-english.ts'
import { QualityWarnings } from './LeafPicker.tsx'
import type { SelectedLeaf } from './use-photo-upload.ts'

beforeAll(() => loadEnglish('common', 'detection'))

const makeLeaf = (id: string, quality: SelectedLeaf['quality']): SelectedLeaf => {
  const file = new File([], `${id}.jpg`)
  const prepared = Promise.resolve({ photo: file, quality: quality ?? [] })
  return { id, file, prepared, takenAt: Promise.resolve(new Date()), quality }
}
const renderWarnings = (...leaves: SelectedLeaf[]) =>
  renderToStaticMarkup(<QualityWarnings leaves={leaves} disabled={false} onRetake={() => undefined} />)

describe('a photo with quality problems', () => {
  it('is shown with advice and can be retaken', () => {
    const markup = renderWarnings(makeLeaf('a', ['too_dark']))
    expect(markup).toContain('Too dark. Go where there is more light')
    expect(markup).toContain('Take another photo')
    expect(markup).not.toContain('Leaf 1')
  })

  it('is named when there are several photos', () => {
    const markup = renderWarnings(makeLeaf('a', []), makeLeaf('b', ['too_dark', 'too_blurred']))
    expect(markup).toContain('Leaf 2')
    expect(markup).toContain('Take leaf 2 again')
    expect(markup).not.toContain('Leaf 1')
  })

  it('shows no warning before the check or for good photos', () => {
    expect(renderWarnings(makeLeaf('a', null), makeLeaf('b', []))).not.toContain('may be misread')
  })
})
