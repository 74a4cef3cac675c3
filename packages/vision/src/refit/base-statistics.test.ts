import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadShippedModel } from '../../test/shipped-model.ts'
import { findModelDir, getShippedModelsDir } from '../node/model-files.ts'
import { parseBaseStatistics } from './base-statistics.ts'

const bytes = await readFile(path.join(await findModelDir(getShippedModelsDir(), undefined), 'base.bin'))

describe('base.bin', () => {
  test('belongs to the shipped model and stays small', async () => {
    const { base, card } = await loadShippedModel()
    expect(base.model).toBe(card.version)
    expect(base.embeddingSize).toBe(card.embeddingSize)
    expect(bytes.byteLength).toBeLessThan(3_000_000)
    expect(base.validation.embeddings.length).toBe(base.validation.photos.length * card.embeddingSize)
  })

  test('contains a symmetric Gram matrix whose last cell belongs to the bias', async () => {
    const { base } = await loadShippedModel()
    const size = base.embeddingSize + 1
    expect(base.gramMatrix.at(-1)).toBeCloseTo(1, 6)
    for (let i = 0; i < size; i++) {
      expect(base.gramMatrix[i * size + i]).toBeGreaterThanOrEqual(0)
      expect(base.gramMatrix[i * size + 3]).toBe(base.gramMatrix[3 * size + i])
    }
  })

  test.each([
    ['cut off', bytes.subarray(0, bytes.byteLength - 1), 'bytes instead of'],
    ['without numbers', bytes.subarray(0, 40), 'does not begin with a header'],
    ['empty', new Uint8Array(), 'does not begin with a header'],
    ['of another kind', Uint8Array.from([2, 0, 0, 0, 0x7b, 0x7d]), 'header of base.bin is incomplete'],
  ])('that is %s is rejected', (_, broken, message) => {
    expect(() => parseBaseStatistics(broken)).toThrow(message)
  })
})
