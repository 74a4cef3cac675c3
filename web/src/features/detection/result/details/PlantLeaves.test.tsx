// @vitest-environment happy-dom
import type { PlantPhoto } from '@kutu/contract/detection'
import type { Finding } from '@kutu/vision/inference/detect'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadCatalogs, setLocale } from '../../../../i18n/i18n.ts'
import { buildDeviceAnalysis } from '../CurrentResult.tsx'
import { PlantLeaves } from './AnswerDetails.tsx'

beforeAll(async () => {
  await loadCatalogs('common', 'controls', 'detection', 'advice')
  await setLocale('en')
})

const rustFinding: Finding = {
  rustClass: 'common_rust',
  confidence: 0.93,
  probabilities: { common_rust: 0.95, healthy: 0.03, other_disease: 0.02 },
  disease: 'common_rust',
  crop: 'maize',
  band: 'confident',
  verdict: 'confident',
  cropEstimate: null,
  candidates: [],
  affectedArea: 0.2,
}
const healthyFinding: Finding = {
  ...rustFinding,
  rustClass: 'healthy',
  disease: null,
  affectedArea: null,
  confidence: 0.6,
  band: 'likely',
  verdict: 'uncertain',
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
      input: {},
      addedAt: '2026-01-01T08:00:00.000Z',
      photos: [
        { image: 'blob:1', heatmap: null, quality: ['too_blurred'] },
        { image: 'blob:2', heatmap: null, quality: ['too_dark'] },
        { image: 'blob:3', heatmap: 'blob:heat', quality: [] },
      ],
    },
    viewer,
  )

describe('the device’s analysis of a plant', () => {
  it('has the server’s format: the leading leaf represents the plant, and each photo has its own result', () => {
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

  it('has no heat map when the map would show another class', () => {
    expect(buildAnalysis(false).heatmap).toBeNull()
  })
})

const renderText = (photos: PlantPhoto[]) =>
  renderToStaticMarkup(<PlantLeaves photos={photos} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('the leaves of a plant on screen', () => {
  it('each show class, confidence and photo problems, or why they were left out', () => {
    const text = renderText(buildAnalysis().photos ?? [])
    expect(text).toMatch(/Leaf 1 Healthy Likely · 60\.00% Not sharp\. /)
    expect(text).toMatch(/Leaf 2 Photo 2 shows no leaf, so it was left out\. Too dark\. /)
    expect(text).toMatch(/Leaf 3 Common Rust Sure · 93\.00% $/)
  })
})
