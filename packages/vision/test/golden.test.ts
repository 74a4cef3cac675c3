import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { View } from '../src/card.ts'
import { diagnosePhoto, type Network } from '../src/diagnose.ts'
import { averageEmbedding, calibratedProbabilities, headLogits } from '../src/head.ts'
import { type ModelFiles, readModelFiles, shippedModelsDir } from '../src/node/model-files.ts'
import { openNetwork } from '../src/node/network.ts'
import { photoTensor } from '../src/tensor.ts'
import { draw, type Formula } from './pictures.ts'

type Answer = {
  formula: Formula
  width: number
  height: number
  embedding_norm: number
  logits: number[]
  products: number[]
}
type ViewCase = Answer & { view: View; tensor: number[]; embedding: number[] }
type Golden = {
  version: string
  tensor_step: number
  tolerance: { tensor: number; embedding: number; logits: number; products: number }
  views: ViewCase[]
  answers: Answer[]
}

const golden: Golden = JSON.parse(await readFile(new URL('./golden/golden.json', import.meta.url), 'utf8'))
const { tolerance } = golden
let model: ModelFiles
let network: Network

beforeAll(async () => {
  model = await readModelFiles(`${shippedModelsDir()}/${golden.version}`)
  network = await openNetwork(model.networkPath, model.card)
})

describe('the training and the inference see the same', () => {
  test.each(golden.views.map(entry => ({ ...entry, name: nameOf(entry) })))('$name through one view', async entry => {
    const card = { ...model.card, views: [entry.view] as [View] }
    const tensor = photoTensor(draw(entry.formula, entry.width, entry.height), card)
    expectClose(
      tensor.filter((_, i) => i % golden.tensor_step === 0),
      entry.tensor,
      tolerance.tensor,
    )
    const { embeddings } = await network(tensor)
    expectClose(embeddings.slice(0, entry.embedding.length), entry.embedding, tolerance.embedding)
    expectClose(headLogits(model.head, embeddings), entry.logits, tolerance.logits)
  })

  test.each(golden.answers.map(entry => ({ ...entry, name: nameOf(entry) })))('$name as a photo', async entry => {
    const { card, head } = model
    const photo = draw(entry.formula, entry.width, entry.height)
    const { embeddings } = await network(photoTensor(photo, card))
    const embedding = averageEmbedding(embeddings, card.embeddingSize)
    const logits = headLogits(head, embedding)
    expectClose([Math.hypot(...embedding)], [entry.embedding_norm], tolerance.embedding)
    expectClose(logits, entry.logits, tolerance.logits)

    const fine = calibratedProbabilities(logits, card.temperature)
    const products = ['common_rust', 'healthy', 'other_disease', 'not_leaf', 'unlabelled'].map(name =>
      card.classes.reduce((sum, { productClass }, i) => (productClass === name ? sum + (fine[i] ?? 0) : sum), 0),
    )
    expectClose(products, entry.products, tolerance.products)
    const { detection } = await diagnosePhoto(photo, photo, { card, head, network })
    expect(detection.isLeaf).toBe((entry.products[3] ?? 0) < card.thresholds.leaf)
  })
})

const nameOf = (entry: Answer) => `${entry.formula} of ${entry.width} x ${entry.height}`

function expectClose(actual: ArrayLike<number>, expected: number[], within: number): void {
  expect(actual.length).toBe(expected.length)
  const worst = expected.reduce((most, value, i) => Math.max(most, Math.abs(value - (actual[i] ?? Number.NaN))), 0)
  expect(worst).toBeLessThanOrEqual(within)
}
