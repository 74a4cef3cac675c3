import type { PlantPhoto } from '@kutu/contract/detection'
import type { Finding } from '@kutu/vision/inference/verdict'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadCatalogs, setLocale } from '../../../i18n/i18n.ts'
import { buildDeviceAnalysis } from '../capture/device-analysis.ts'
import { QualityWarnings } from '../capture/QualityWarnings.tsx'
import type { SelectedLeaf } from '../capture/use-leaf-selection.ts'
import { PlantLeaves } from './PlantLeaves.tsx'

beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
    window: { location: { origin: 'https://kutu.example' } },
  })
  await loadCatalogs('common', 'detection', 'advice')
  await setLocale('en')
})

const rustFinding: Finding = {
  rustClass: 'common_rust',
  confidence: 0.93,
  probabilities: { common_rust: 0.95, healthy: 0.03, other_disease: 0.02 },
  disease: 'common_rust',
  crop: 'maize',
  verdict: 'confident',
  affectedArea: 0.2,
}
const healthyFinding: Finding = {
  ...rustFinding,
  rustClass: 'healthy',
  disease: null,
  affectedArea: null,
  confidence: 0.6,
}
const viewer = { id: 'amina', language: 'en', country: 'UG' } as const
const heatMapBlob = new Blob([])

/** Builds an analysis of three photos: a healthy leaf, no leaf, and a leaf with rust. */
const buildAnalysis = (showsHeatmap = true) =>
  buildDeviceAnalysis(
    {
      answer: {
        finding: rustFinding,
        modelVersion: '2026.01.01-1',
        leaves: [
          { finding: healthyFinding, heatmapPng: null },
          { finding: null, heatmapPng: null },
          { finding: rustFinding, heatmapPng: heatMapBlob },
        ],
        leading: 2,
        showsHeatmap,
      },
      crop: null,
      takenAt: '2026-01-01T08:00:00.000Z',
      photos: [
        { image: 'blob:1', heatmap: null, quality: ['too_blurred'] },
        { image: 'blob:2', heatmap: null, quality: ['too_dark'] },
        { image: 'blob:3', heatmap: 'blob:heat', quality: [] },
      ],
    },
    viewer,
  )

describe('this phone’s answer to a plant', () => {
  it('has the server’s shape: the leading leaf stands for the plant, each photo has its own answer', () => {
    expect(buildAnalysis()).toMatchObject({
      image: 'blob:3',
      heatmap: 'blob:heat',
      quality: ['too_dark', 'too_blurred'],
    })
    expect(buildAnalysis().photos).toMatchObject([
      { position: 1, is_leaf: true, image: 'blob:1', rust_class: 'healthy', confidence: 0.6, quality: ['too_blurred'] },
      { position: 2, is_leaf: false, rust_class: null, confidence: null, verdict: null },
      { position: 3, is_leaf: true, rust_class: 'common_rust', heatmap: 'blob:heat', message: null },
    ])
    expect(buildAnalysis().photos?.[1]?.message).toBe('Photo 2 shows no leaf, so it was left out.')
  })

  it('shows no heat map that would mark the spots of another class', () => {
    expect(buildAnalysis(false).heatmap).toBeNull()
  })
})

const renderText = (photos: PlantPhoto[]) =>
  renderToStaticMarkup(<PlantLeaves photos={photos} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('the leaves of a plant on the screen', () => {
  it('each have their class, how sure, what was wrong with their photo, or why they were left out', () => {
    const text = renderText(buildAnalysis().photos ?? [])
    expect(text).toMatch(/Leaf 1 Healthy Likely · 60\.00% Not sharp: /)
    expect(text).toMatch(/Leaf 2 Photo 2 shows no leaf, so it was left out\. Too dark: /)
    expect(text).toMatch(/Leaf 3 Rust Sure · 93\.00% $/)
  })
})

const makeLeaf = (id: string, quality: SelectedLeaf['quality']): SelectedLeaf => {
  const file = new File([], `${id}.jpg`)
  return { id, file, prepared: Promise.resolve({ photo: file, quality: quality ?? [] }), quality }
}
const renderWarnings = (...leaves: SelectedLeaf[]) =>
  renderToStaticMarkup(<QualityWarnings leaves={leaves} disabled={false} onRetake={() => undefined} />)

describe('a bad photo', () => {
  it('is told with what to do, and can be taken again', () => {
    const markup = renderWarnings(makeLeaf('a', ['too_dark']))
    expect(markup).toContain('Too dark: go where there is more light')
    expect(markup).toContain('Take another photo')
    expect(markup).not.toContain('Leaf 1')
  })

  it('among several is named', () => {
    const markup = renderWarnings(makeLeaf('a', []), makeLeaf('b', ['too_dark', 'too_blurred']))
    expect(markup).toContain('Leaf 2')
    expect(markup).toContain('Take leaf 2 again')
    expect(markup).not.toContain('Leaf 1')
  })

  it('is not spoken of while nobody knows, nor when the photos are good', () => {
    expect(renderWarnings(makeLeaf('a', null), makeLeaf('b', []))).not.toContain('may be misread')
  })
})
