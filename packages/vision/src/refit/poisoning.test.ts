// @slow
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { loadShippedModel } from '../../test/shipped-model.ts'
import { healthClasses } from '../inference/classes.ts'
import { averageEmbedding, serializeHead } from '../inference/head.ts'
import { createInputTensor } from '../inference/tensor.ts'
import { findModelDir, getShippedModelsDir, readModelFiles } from '../node/model-files.ts'
import { openNetwork } from '../node/network.ts'
import { decodePhoto } from '../node/photo-codec.ts'
import type { BaseStatistics } from './base-statistics.ts'
import { selectHoldout } from './holdout.ts'
import { findContradiction } from './label-contradiction.ts'
import { evaluatePromotion } from './promotion-gate.ts'
import { refitHead, type TrainingImage } from './refit-head.ts'

// Long timeouts: inference is slow on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const { card, head, base, images } = await loadShippedModel()
const shipped = { card, head }

type Upload = TrainingImage & { isWrong: boolean }

/** Returns uploads of which 30 % have wrong labels. */
function poisonLabels(photos: TrainingImage[]): Upload[] {
  const leaves = photos.filter(({ label }) => label !== 'not_leaf')
  return leaves.map((photo, i) => {
    const isWrong = i % 10 < 3
    const others = healthClasses.filter(name => name !== photo.label)
    const label = others[i % 2] ?? photo.label
    return { ...photo, label: isWrong ? label : photo.label, isWrong }
  })
}

const needsSecondExpert = (image: TrainingImage) => findContradiction(image, head, card).isStrong

/** Runs a training session like the server. The uploads are not among the validation photos. */
function session(knownBase: BaseStatistics, uploaded: TrainingImage[], lambdas?: readonly number[]) {
  const heldOut = selectHoldout(uploaded.map(({ hash }, ordinal) => ({ hash, uploader: 'expert', ordinal })))
  const trainingImages = uploaded.filter(({ hash }) => !heldOut.has(hash))
  const { head: refittedHead } = refitHead(knownBase, shipped, trainingImages, lambdas)
  const holdoutImages = uploaded.filter(({ hash }) => heldOut.has(hash))
  return {
    refittedHead,
    heldOut: heldOut.size,
    ...evaluatePromotion(knownBase, card, head, refittedHead, holdoutImages, head),
  }
}

/** Keeps every second validation photo and returns the others as uploads. */
function splitValidation(): { knownBase: BaseStatistics; uploaded: TrainingImage[] } {
  const isKept = (i: number) => i % 2 === 1
  const { photos } = base.validation
  const keptImages = images.filter((_, i) => isKept(i))
  const embeddings = new Float32Array(keptImages.length * base.embeddingSize)
  keptImages.forEach(({ embedding }, i) => {
    embeddings.set(embedding, i * base.embeddingSize)
  })
  const validation = { embeddings, photos: photos.filter((_, i) => isKept(i)) }
  return { knownBase: { ...base, validation }, uploaded: images.filter((_, i) => !isKept(i)) }
}

describe('an expert with 30 % wrong labels', () => {
  const { knownBase, uploaded } = splitValidation()
  const uploads = poisonLabels(uploaded)
  const wrong = uploads.filter(({ isWrong }) => isWrong)
  const correct = uploads.filter(({ isWrong }) => !isWrong)

  test('has over 85 % of the wrong labels and at most 4 % of the correct ones held for a second expert', () => {
    expect(wrong.length / uploads.length).toBeCloseTo(0.3, 1)
    expect(wrong.filter(needsSecondExpert).length).toBeGreaterThan(0.85 * wrong.length)
    expect(correct.filter(needsSecondExpert).length).toBeLessThan(0.04 * correct.length)
  })

  test('causes no regression with the remaining labels', () => {
    const { figures, reasons } = session(
      knownBase,
      uploads.filter(image => !needsSecondExpert(image)),
    )
    expect(reasons.filter(({ word }) => word === 'class_recall_lost')).toEqual([])
    expect(figures.validation.after.right).toBeGreaterThanOrEqual(figures.validation.before.right - 2)
  })

  test('is stopped by the promotion gate when all labels are accepted and regularization is weak', () => {
    const { isPromoted, reasons } = session(knownBase, uploads, [0.02])
    expect(isPromoted).toBe(false)
    expect(reasons.map(({ word }) => word)).toContain('class_recall_lost')
  })

  test('causes no regression even then with the regularization that validation selects', () => {
    const { figures, reasons } = session(knownBase, uploads)
    expect(reasons.filter(({ word }) => word === 'class_recall_lost')).toEqual([])
    expect(figures.validation.after.right).toBeGreaterThanOrEqual(figures.validation.before.right - 4)
  })
})

const data = process.env.LEAF_DATA || undefined

describe.skipIf(data === undefined)('wrong labels of real photos (skipped unless LEAF_DATA names a folder)', () => {
  test('are held for a second expert, and the rest causes no regression', async () => {
    const uploads = poisonLabels(await fieldPhotos(String(data), 150))
    const wrong = uploads.filter(({ isWrong }) => isWrong)
    const accepted = uploads.filter(image => !needsSecondExpert(image))
    expect(wrong.filter(needsSecondExpert).length).toBeGreaterThan(0.85 * wrong.length)
    const { refittedHead, reasons, heldOut } = session(base, accepted)
    expect(heldOut).toBeGreaterThan(0)
    expect(Buffer.compare(serializeHead(refittedHead), serializeHead(head))).not.toBe(0)
    expect(reasons.filter(({ word }) => word === 'class_recall_lost')).toEqual([])
  })
})

/** Returns field photos of the training set, spread over the classes. */
async function fieldPhotos(folder: string, limit: number): Promise<TrainingImage[]> {
  const [, ...lines] = (await readFile(path.join(folder, 'labels.csv'), 'utf8')).split('\n')
  const rows = lines.map(line => line.trim().split(','))
  const field = rows.filter(([, split, , , product, , setting]) => {
    return split === 'train' && setting === 'field' && healthClasses.some(name => name === product)
  })
  const { networkPath } = await readModelFiles(await findModelDir(getShippedModelsDir(), undefined))
  const network = await openNetwork(networkPath, card)
  const sampled = field.filter((_, i) => i % Math.ceil(field.length / limit) === 0)
  const refittedHead: TrainingImage[] = []
  for (const [file = '', , crop = '', , product] of sampled) {
    const { resized } = await decodePhoto(await readFile(path.join(folder, file)))
    const { embeddings } = await network(createInputTensor(resized, card))
    const embedding = Float32Array.from(averageEmbedding(embeddings, card.embeddingSize))
    const label = healthClasses.find(name => name === product)
    if (label !== undefined) refittedHead.push({ hash: file, embedding, label, crop })
  }
  return refittedHead
}
