import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { findModelDir, getShippedModelsDir } from '../node/model-files.ts'
import { parseModelCard } from './model-card.ts'

let shipped: Record<string, unknown>

beforeAll(async () => {
  const dir = await findModelDir(getShippedModelsDir(), undefined)
  shipped = JSON.parse(await readFile(path.join(dir, 'card.json'), 'utf8'))
})

describe('the model card', () => {
  test('of the shipped model is complete', () => {
    const card = parseModelCard(shipped)
    expect(card.version).toBe(shipped.version)
    expect(card.views.length).toBeGreaterThan(0)
    expect(new Set(card.classes.map(({ name }) => name)).size).toBe(card.classes.length)
  })

  test('reports all invalid fields in one error', () => {
    const broken = {
      ...shipped,
      version: '',
      input_size: 160.5,
      std: [0.2, 0, 0.2],
      temperature: 0,
      thresholds: { quality: {} },
      decision: {
        other_crop_prior: 1.2,
        leaf: { weights: [1, 2], bias: 0, threshold: 0.5 },
        bands: { crop_unknown: { likely: 0.9, confident: 0.8 } },
      },
      views: [],
      classes: [{ name: 'maize__smut', product_class: 'smut' }],
    }
    const message = getErrorMessage(() => parseModelCard(broken))
    for (const expected of [
      'decision.other_crop_prior must be a number from 0 to 1',
      `decision.leaf.weights must be an array of ${shipped.embedding_size}`,
      'decision.reliability must be an object',
      'decision.reliability.view_agreement must be a number',
      'decision.bands.crop_unknown.likely must not be above decision.bands.crop_unknown.confident',
      'decision.bands.crop_stated must be an object',
      'decision.unfamiliar.other_crop must be a number from 0 to 1',
      'version must be a string',
      'input_size must be a whole number above 0',
      'std[1] must be a usable number',
      'temperature must be a number above 0',
      'thresholds.heat must be a number from 0 to 1',
      'views must be an array with at least one entry',
      'classes[0].product_class must be one of common_rust, healthy, other_disease, not_leaf, unlabelled',
      'no class of product class common_rust',
    ]) {
      expect(message).toContain(expected)
    }
  })

  test('has the weights of the segmentation', () => {
    const { parts } = parseModelCard(shipped)
    expect(parts).toEqual(shipped.parts)
    const leaf = { ...parts.leaf, contrast: 'much' }
    const message = getErrorMessage(() => parseModelCard({ ...shipped, parts: { leaf } }))
    expect(message).toContain('parts.leaf.contrast must be a number')
    expect(message).toContain('parts.affected must be an object')
  })

  test('that is not an object is rejected', () => {
    expect(getErrorMessage(() => parseModelCard(null))).toContain('card must be an object')
    expect(getErrorMessage(() => parseModelCard([]))).toContain('card must be an object')
  })
})

function getErrorMessage(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('nothing was thrown')
}
