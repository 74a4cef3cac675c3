import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawPattern, type Pattern } from '../../test/synthetic-images.ts'
import { getShippedModelsDir, type ModelFiles, readModelFiles } from '../node/model-files.ts'
import { openNetwork } from '../node/network.ts'
import { diagnosePhoto, type Network } from './diagnose.ts'
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
type Golden = {
  version: string
  tensor_step: number
  tolerance: { tensor: number; embedding: number; logits: number; products: number }
  views: ViewCase[]
  answers: GoldenAnswer[]
}

const golden: Golden = JSON.parse(await readFile(new URL('../../test/golden/golden.json', import.meta.url), 'utf8'))
const { tolerance } = golden
let model: ModelFiles
let network: Network

beforeAll(async () => {
  model = await readModelFiles(`${getShippedModelsDir()}/${golden.version}`)
  network = await openNetwork(model.networkPath, model.card)
})

describe('training code and inference compute the same values', () => {
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
    const { detection } = await diagnosePhoto(photo, photo, { card, head, network })
    expect(detection.isLeaf).toBe(detection.leafProbability >= card.decision.leaf.threshold)
  })
})

const describeCase = (entry: GoldenAnswer) => `${entry.formula} of ${entry.width} x ${entry.height}`

function expectClose(actual: ArrayLike<number>, expected: number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length)
  const worst = expected.reduce((max, value, i) => Math.max(max, Math.abs(value - (actual[i] ?? Number.NaN))), 0)
  expect(worst).toBeLessThanOrEqual(tolerance)
}
