import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { OnnxWriter } from '../../test/onnx-writer.ts'
import { drawPattern } from '../../test/synthetic-images.ts'
import { openNetwork as openEngineNetwork } from '../browser/network.ts'
import { averageEmbedding, computeLogits } from '../inference/head.ts'
import { createInputTensor } from '../inference/tensor.ts'
import { findModelDir, getShippedModelsDir, readModelFiles } from '../node/model-files.ts'
import { openNetwork } from '../node/network.ts'
import { openEngine } from './engine.ts'
import { createImage, placeImages } from './images.ts'
import { readGraph } from './onnx-file.ts'

const dir = await findModelDir(getShippedModelsDir(), undefined)
const { card, head } = await readModelFiles(dir)
const file = new Uint8Array(readFileSync(join(dir, 'model.onnx')))
const server = await openNetwork(join(dir, 'model.onnx'), card)
const phone = await openEngineNetwork(file, card)

const folder = await mkdtemp(join(tmpdir(), 'kutu-engine-'))
afterAll(() => rm(folder, { recursive: true }))

/** Returns a source of values from -1 to 1, a linear congruential generator (Numerical Recipes). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

function drawTensor(views: number, range: number, seed: number, inputSize = card.inputSize): Float32Array {
  const draw = createRandom(seed)
  return Float32Array.from({ length: views * 3 * inputSize ** 2 }, () => draw() * range)
}

/** Returns a random network like MobileNetV2: inverted residuals, then two grids of features added to each other. */
function createMobileNet(inputSize: number, seed: number): Uint8Array {
  const random = createRandom(seed)
  const draw = (count: number) => Math.min(count - 1, Math.floor(((random() + 1) / 2) * count))
  const writer = new OnnxWriter(random)
  const clip = (input: string, output?: string) =>
    writer.add('Clip', [input, writer.scalars(0), writer.scalars(6)], {}, output)
  const convolve = (
    input: string,
    inputs: number,
    outputs: number,
    rows = 1,
    stride = 1,
    group = 1,
    hasBias = true,
  ) => {
    const type = (['float32', 'float16', 'int8'] as const)[draw(3)] ?? 'float32'
    const weights = writer.weights([outputs, inputs / group, rows, rows], type)
    const pads = rows === 1 ? [0, 0, 0, 0] : stride === 1 ? [1, 1, 1, 1] : [0, 0, 1, 1]
    const attributes = { dilations: [1, 1], group, kernel_shape: [rows, rows], pads, strides: [stride, stride] }
    return writer.add('Conv', [input, weights, ...(hasBias ? [writer.bias(outputs)] : [])], attributes)
  }
  let channels = 8 * (1 + draw(3))
  let image = clip(convolve('image', 3, channels, 3, 2))
  const addBlock = (stride: number) => {
    const outputs = draw(2) === 0 ? channels : 8 * (1 + draw(4))
    const wide = channels * (1 + draw(4))
    const expanded = clip(convolve(image, channels, wide))
    const filtered = clip(convolve(expanded, wide, wide, 3, stride, wide))
    const projected = convolve(filtered, wide, outputs)
    const isResidual = stride === 1 && outputs === channels
    image = isResidual ? writer.add('Add', draw(2) === 0 ? [image, projected] : [projected, image]) : projected
    channels = outputs
  }
  for (const stride of [1, 2, 1, 1]) addBlock(stride)
  const fine = convolve(image, channels, 24, 1, 1, 1, false)
  for (const stride of [2, 1]) addBlock(stride)
  const attributes = { coordinate_transformation_mode: 'asymmetric', mode: 'nearest', nearest_mode: 'floor' }
  const enlarged = writer.add('Resize', [convolve(image, channels, 24), '', writer.scalars(1, 1, 2, 2)], attributes)
  clip(writer.add('Add', [enlarged, fine]), 'features')
  writer.add('ReduceMean', ['features'], { axes: [2, 3], keepdims: 0 }, 'embedding')
  return writer.finish(inputSize)
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
    const largest = expected.features.reduce((max, value) => Math.max(max, Math.abs(value)), 1)
    expect(getMaxDifference(actual.features, expected.features) / largest).toBeLessThan(1e-4)
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

describe('the engine of the phone and ONNX Runtime agree on a random network', () => {
  test.each([
    [32, 1],
    [40, 2],
    [56, 3],
    [64, 4],
    [72, 5],
    [88, 6],
  ])('for images of %d px (%d)', async (inputSize, seed) => {
    const path = join(folder, `${seed}.onnx`)
    const network = createMobileNet(inputSize, seed)
    await writeFile(path, network)
    // Three views, because memory that held other values before must not change the next view.
    const tensor = drawTensor(3, 2, seed + 100, inputSize)
    const expected = await (await openNetwork(path, { ...card, inputSize }))(tensor)
    const actual = await (await openEngineNetwork(network, { inputSize }))(tensor)
    expect(new Set(expected.features).size).toBeGreaterThan(1000)
    expect(getMaxDifference(actual.features, expected.features)).toBeLessThan(1e-4 * 6)
    expect(getMaxDifference(actual.embeddings, expected.embeddings)).toBeLessThan(1e-4)
  })
})

test('images share memory only when no step needs both', () => {
  const random = createRandom(8)
  const lifetimes = Array.from({ length: 60 }, (_, first) => {
    const image = createImage(4 + Math.floor(10 * (random() + 1)), 8 + 8 * Math.floor(2 * (random() + 1)))
    return { image, first, last: first + 1 + Math.floor(2 * (random() + 1)) }
  })
  const end = placeImages(lifetimes, 16)
  for (const a of lifetimes)
    for (const b of lifetimes) {
      const areNeededTogether = a !== b && a.first <= b.last && b.first <= a.last
      const overlap =
        a.image.address < b.image.address + b.image.byteLength && b.image.address < a.image.address + a.image.byteLength
      expect(areNeededTogether && overlap).toBe(false)
    }
  expect(end).toBe(Math.max(...lifetimes.map(({ image }) => image.address + image.byteLength)))
  expect(end).toBeLessThan(0.2 * lifetimes.reduce((sum, { image }) => sum + image.byteLength, 0))
})

test.each([
  ['an unknown operator', (writer: OnnxWriter) => writer.add('Sigmoid', ['image']), 'no operator Sigmoid'],
  [
    'a convolution in groups that are not single channels',
    (writer: OnnxWriter) => writer.add('Conv', ['image', writer.weights([24, 1, 3, 3], 'float32')], { group: 3 }),
    'no convolution of shape 24 x 1 x 3 x 3',
  ],
])('a network with %s is rejected', async (_, addNode, message) => {
  const writer = new OnnxWriter(createRandom(9))
  addNode(writer)
  await expect(openEngine(writer.finish(16), 16)).rejects.toThrow(message)
})

test('a file that is cut off or not a model is rejected', () => {
  expect(() => readGraph(file.subarray(0, file.length / 2))).toThrow('cut off')
  expect(() => readGraph(new Uint8Array())).toThrow('no graph')
})
