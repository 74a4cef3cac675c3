import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawPattern, type Pattern } from '../../test/synthetic-images.ts'
import { openNetwork as openEngineNetwork } from '../browser/network.ts'
import { getShippedModelsDir, type ModelFiles, readModelFiles } from '../node/model-files.ts'
import { openNetwork } from '../node/network.ts'
import type { StatedCrop } from './crop.ts'
import { answerEmbeddings, diagnoseImage, type Network } from './detect.ts'
import { averageEmbedding, computeLogits, softmaxWithTemperature } from './head.ts'
import type { View } from './input-params.ts'
import { createInputTensor } from './tensor.ts'

type GoldenAnswer = {
  formula: Pattern
  width: number
  height: number
  embedding_norm: number
  logits: number[]
  products: number[]
}
type ViewCase = GoldenAnswer & { view: View; tensor: number[]; embedding: number[] }
type GoldenDecision = {
  crop: StatedCrop
  leaf_probability: number
  is_leaf: boolean
  rust_class: string | null
  confidence: number | null
  band: string | null
  disease: string | null
  crop_estimate: { crop: string; probability: number } | null
}
type Golden = {
  version: string
  tensor_step: number
  tolerance: { tensor: number; embedding: number; logits: number; products: number; decision: number }
  views: ViewCase[]
  answers: GoldenAnswer[]
  /** View embeddings as base64 of little-endian float32, with the answer for each stated crop. */
  decisions: { view_embeddings: string; answers: GoldenDecision[] }[]
}

const golden: Golden = JSON.parse(await readFile(new URL('../../test/golden/golden.json', import.meta.url), 'utf8'))
const { tolerance } = golden
let model: ModelFiles

beforeAll(async () => {
  model = await readModelFiles(`${getShippedModelsDir()}/${golden.version}`)
})

const runtimes = [
  { runtime: 'ONNX Runtime', open: () => openNetwork(model.networkPath, model.card) },
  {
    runtime: 'the engine of the phone',
    open: async () => openEngineNetwork(await readFile(model.networkPath), model.card),
  },
]

describe.each(runtimes)('training code and inference compute the same values with $runtime', ({ open }) => {
  let network: Network
  beforeAll(async () => {
    network = await open()
  })

  test.each(golden.views.map(entry => ({ ...entry, name: describeCase(entry) })))(
    '$name through one view',
    async entry => {
      const card = { ...model.card, views: [entry.view] as [View] }
      const tensor = createInputTensor(drawPattern(entry.formula, entry.width, entry.height), card)
      expectClose(
        tensor.filter((_, i) => i % golden.tensor_step === 0),
        entry.tensor,
        tolerance.tensor,
      )
      const { embeddings } = await network(tensor)
      expectClose(embeddings.slice(0, entry.embedding.length), entry.embedding, tolerance.embedding)
      expectClose(computeLogits(model.head, embeddings), entry.logits, tolerance.logits)
    },
  )

  test.each(golden.answers.map(entry => ({ ...entry, name: describeCase(entry) })))('$name as a photo', async entry => {
    const { card, head } = model
    const photo = drawPattern(entry.formula, entry.width, entry.height)
    const { embeddings } = await network(createInputTensor(photo, card))
    const embedding = averageEmbedding(embeddings, card.embeddingSize)
    const logits = computeLogits(head, embedding)
    expectClose([Math.hypot(...embedding)], [entry.embedding_norm], tolerance.embedding)
    expectClose(logits, entry.logits, tolerance.logits)

    const fineProbabilities = softmaxWithTemperature(logits, card.temperature)
    const products = ['common_rust', 'healthy', 'other_disease', 'not_leaf', 'unlabelled'].map(name =>
      card.classes.reduce(
        (sum, { productClass }, i) => (productClass === name ? sum + (fineProbabilities[i] ?? 0) : sum),
        0,
      ),
    )
    expectClose(products, entry.products, tolerance.products)
    const { detection } = await diagnoseImage(photo, photo, { card, head, network })
    expect(detection.isLeaf).toBe(detection.leafProbability >= card.decision.leaf.threshold)
  })
})

describe('training code and inference decide the same from stored view embeddings', () => {
  test.each(golden.decisions.map((entry, i) => ({ ...entry, i })))('case $i', ({ view_embeddings, answers }) => {
    const { card, head } = model
    const bytes = new Uint8Array(Buffer.from(view_embeddings, 'base64'))
    const embeddings = new Float32Array(bytes.buffer)
    expect(embeddings.length).toBe(card.views.length * card.embeddingSize)
    expect(answers.length).toBe(6)
    for (const expected of answers) {
      const answer = answerEmbeddings(embeddings, { card, head }, expected.crop)
      expect(answer.isLeaf).toBe(expected.is_leaf)
      expectClose([answer.leafProbability], [expected.leaf_probability], tolerance.decision)
      if (!answer.isLeaf) continue
      const { rustClass, band, disease, confidence, cropEstimate } = answer
      expect({ rustClass, band, disease }).toEqual({
        rustClass: expected.rust_class,
        band: expected.band,
        disease: expected.disease,
      })
      expectClose([confidence], [expected.confidence ?? Number.NaN], tolerance.decision)
      expect(cropEstimate?.crop).toBe(expected.crop_estimate?.crop)
      expect(cropEstimate?.probability ?? 0).toBeCloseTo(expected.crop_estimate?.probability ?? 0, 5)
    }
  })

  test('the cases meet every band', () => {
    const bands = golden.decisions.flatMap(({ answers }) => answers.map(({ band }) => band))
    expect(new Set(bands)).toEqual(new Set(['confident', 'likely', 'uncertain', 'unfamiliar', null]))
  })
})

const describeCase = (entry: GoldenAnswer) => `${entry.formula} of ${entry.width} x ${entry.height}`

function expectClose(actual: ArrayLike<number>, expected: number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length)
  const worst = expected.reduce((max, value, i) => Math.max(max, Math.abs(value - (actual[i] ?? Number.NaN))), 0)
  expect(worst).toBeLessThanOrEqual(tolerance)
}
