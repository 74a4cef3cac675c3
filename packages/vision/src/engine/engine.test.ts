import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drawPattern } from '../../test/synthetic-images.ts'
import { openNetwork as openEngineNetwork } from '../browser/network.ts'
import { averageEmbedding, computeLogits } from '../inference/head.ts'
import { createInputTensor } from '../inference/tensor.ts'
import { findModelDir, getShippedModelsDir, readModelFiles } from '../node/model-files.ts'
import { openNetwork } from '../node/network.ts'
import { readGraph } from './onnx-file.ts'

const dir = await findModelDir(getShippedModelsDir(), undefined)
const { card, head } = await readModelFiles(dir)
const file = new Uint8Array(readFileSync(join(dir, 'model.onnx')))
const server = await openNetwork(join(dir, 'model.onnx'), card)
const phone = await openEngineNetwork(file, card)

/** Returns values from -range to range, from a linear congruential generator (Numerical Recipes). */
function drawTensor(views: number, range: number, seed: number): Float32Array {
  let state = seed
  return Float32Array.from({ length: views * 3 * card.inputSize ** 2 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state / 2 ** 31 - 1) * range
  })
}

const getMaxDifference = (a: Float32Array, b: Float32Array): number =>
  a.reduce((max, value, i) => Math.max(max, Math.abs(value - (b[i] ?? Number.NaN))), 0)

describe('the engine of the phone and ONNX Runtime agree', () => {
  test.each([
    [4, 0.5, 1],
    [1, 2, 2],
    [2, 3, 3],
    [3, 0, 4],
    [4, 2.5, 5],
  ])('on %d views of random values up to %d', async (views, range, seed) => {
    const tensor = drawTensor(views, range, seed)
    const expected = await server(tensor)
    const actual = await phone(tensor)
    expect(actual.features).toHaveLength(expected.features.length)
    expect(actual.embeddings).toHaveLength(expected.embeddings.length)
    expect(getMaxDifference(actual.features, expected.features)).toBeLessThan(1e-4)
    expect(getMaxDifference(actual.embeddings, expected.embeddings)).toBeLessThan(1e-4)
  })

  test.each(['waves', 'discs', 'blocks'] as const)('on the logits of the %s of the golden files', async pattern => {
    const tensor = createInputTensor(drawPattern(pattern, 640, 512), card)
    const computePhotoLogits = ({ embeddings }: { embeddings: Float32Array }) =>
      Float32Array.from(computeLogits(head, averageEmbedding(embeddings, card.embeddingSize)))
    const expected = computePhotoLogits(await server(tensor))
    expect(expected).toHaveLength(card.classes.length)
    expect(getMaxDifference(computePhotoLogits(await phone(tensor)), expected)).toBeLessThan(1e-4)
  })

  test('also when a larger image came before', async () => {
    const tensor = drawTensor(1, 1, 6)
    const before = await phone(tensor)
    await phone(drawTensor(4, 100, 7))
    expect(await phone(tensor)).toEqual(before)
  })
})

test('a file that is cut off or not a model is rejected', () => {
  expect(() => readGraph(file.subarray(0, file.length / 2))).toThrow('cut off')
  expect(() => readGraph(new Uint8Array())).toThrow('no graph')
})
