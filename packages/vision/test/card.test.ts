import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseCard } from '../src/card.ts'
import { findModelDir, shippedModelsDir } from '../src/node/model-files.ts'
import { generalParts } from '../src/part-weights.ts'

let shipped: Record<string, unknown>

beforeAll(async () => {
  const dir = await findModelDir(shippedModelsDir(), undefined)
  shipped = JSON.parse(await readFile(path.join(dir, 'card.json'), 'utf8'))
})

describe('the model card', () => {
  test('of the shipped model is complete', () => {
    const card = parseCard(shipped)
    expect(card.version).toBe(shipped.version)
    expect(card.views.length).toBeGreaterThan(0)
    expect(new Set(card.classes.map(({ name }) => name)).size).toBe(card.classes.length)
  })

  test('names everything that is wrong with it at once', () => {
    const broken = {
      ...shipped,
      version: '',
      input_size: 160.5,
      std: [0.2, 0, 0.2],
      temperature: 0,
      thresholds: { confident: 1.2, leaf: 0.5 },
      views: [],
      classes: [{ name: 'maize__smut', product_class: 'smut' }],
    }
    const message = messageOf(() => parseCard(broken))
    for (const wrong of [
      'thresholds.confident must be a number from 0 to 1',
      'version must be a text',
      'input_size must be a whole number above 0',
      'std[1] must be a usable number',
      'temperature must be a number above 0',
      'thresholds.heat must be a number from 0 to 1',
      'views must be an array with at least one entry',
      'classes[0].product_class must be one of common_rust, healthy, other_disease, not_leaf, unlabelled',
      'no class of product class common_rust',
    ]) {
      expect(message).toContain(wrong)
    }
  })

  test('without weights of its own for leaf and sick places has those that others were checked with', () => {
    const { parts, ...others } = shipped
    expect(parseCard(others).parts).toEqual(generalParts)
    expect(parseCard(shipped).parts).toEqual(parts)
    const leaf = { ...generalParts.leaf, contrast: 'much' }
    const message = messageOf(() => parseCard({ ...shipped, parts: { leaf } }))
    expect(message).toContain('parts.leaf.contrast must be a number')
    expect(message).toContain('parts.affected must be an object')
  })

  test('that is no object is refused as such', () => {
    expect(messageOf(() => parseCard(null))).toContain('card must be an object')
    expect(messageOf(() => parseCard([]))).toContain('card must be an object')
  })
})

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('nothing was thrown')
}
