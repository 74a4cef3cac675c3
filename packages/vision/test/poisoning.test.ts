import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { BaseStatistics } from '../src/base-statistics.ts'
import { healthClasses } from '../src/card.ts'
import { contradictionOf } from '../src/contradiction.ts'
import { gate } from '../src/gate.ts'
import { averageEmbedding, headBytes } from '../src/head.ts'
import { heldBackOf } from '../src/held-back.ts'
import { findModelDir, readModelFiles, shippedModelsDir } from '../src/node/model-files.ts'
import { openNetwork } from '../src/node/network.ts'
import { readPhoto } from '../src/node/photo.ts'
import { refitHead, type TrainingImage } from '../src/refit.ts'
import { photoTensor } from '../src/tensor.ts'
import { shippedBase } from './shipped-base.ts'

// A loaded machine is slow, not wrong.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const { card, head, base, images } = await shippedBase()
const shipped = { card, head }

type Upload = TrainingImage & { isWrong: boolean }

/** One expert's uploads, of which three in ten are labelled wrong. */
function poisoned(photos: TrainingImage[]): Upload[] {
  const leaves = photos.filter(({ label }) => label !== 'not_leaf')
  return leaves.map((photo, i) => {
    const isWrong = i % 10 < 3
    const others = healthClasses.filter(name => name !== photo.label)
    const label = others[i % 2] ?? photo.label
    return { ...photo, label: isWrong ? label : photo.label, isWrong }
  })
}

const waits = (image: TrainingImage) => contradictionOf(image, head, card).isStrong

/** A session over what one expert sent, as the server runs it, before validation photos that are not among it. */
function session(known: BaseStatistics, sent: TrainingImage[], cautions?: readonly number[]) {
  const held = heldBackOf(sent.map(({ hash }, ordinal) => ({ hash, uploader: 'expert', ordinal })))
  const learnt = sent.filter(({ hash }) => !held.has(hash))
  const { head: found } = refitHead(known, shipped, learnt, cautions)
  const asked = sent.filter(({ hash }) => held.has(hash))
  return { found, held: held.size, ...gate(known, card, head, found, asked, head) }
}

/** The base with every second validation photo; the others are free to be sent. */
function halved(): { known: BaseStatistics; sent: TrainingImage[] } {
  const isAsked = (i: number) => i % 2 === 1
  const { photos } = base.validation
  const kept = images.filter((_, i) => isAsked(i))
  const embeddings = new Float32Array(kept.length * base.embeddingSize)
  kept.forEach(({ embedding }, i) => {
    embeddings.set(embedding, i * base.embeddingSize)
  })
  const validation = { embeddings, photos: photos.filter((_, i) => isAsked(i)) }
  return { known: { ...base, validation }, sent: images.filter((_, i) => !isAsked(i)) }
}

describe('an expert whose labels are wrong three times in ten', () => {
  const { known, sent } = halved()
  const uploads = poisoned(sent)
  const wrong = uploads.filter(({ isWrong }) => isWrong)
  const right = uploads.filter(({ isWrong }) => !isWrong)

  test('has nine in ten of the wrong ones wait for a second expert, and hardly a right one', () => {
    expect(wrong.length / uploads.length).toBeCloseTo(0.3, 1)
    expect(wrong.filter(waits).length).toBeGreaterThan(0.9 * wrong.length)
    expect(right.filter(waits).length).toBeLessThan(0.02 * right.length)
  })

  test('spoils nothing with the few that are left', () => {
    const { figures, reasons } = session(
      known,
      uploads.filter(image => !waits(image)),
    )
    expect(reasons.filter(({ word }) => word === 'class_recall_lost')).toEqual([])
    expect(figures.validation.after.right).toBeGreaterThanOrEqual(figures.validation.before.right - 2)
  })

  test('is stopped at the gate where another expert waved all of them through and they were learnt boldly', () => {
    const { isPromoted, reasons } = session(known, uploads, [0.02])
    expect(isPromoted).toBe(false)
    expect(reasons.map(({ word }) => word)).toContain('class_recall_lost')
  })

  test('spoils nothing even then, since a session is no bolder than validation allows', () => {
    const { figures, reasons } = session(known, uploads)
    expect(reasons.filter(({ word }) => word === 'class_recall_lost')).toEqual([])
    expect(figures.validation.after.right).toBeGreaterThanOrEqual(figures.validation.before.right - 4)
  })
})

const data = process.env.LEAF_DATA

describe.skipIf(data === undefined)('the same with real photos (LEAF_DATA names no folder: skipped)', () => {
  test('wrong labels wait, and what is left spoils nothing', async () => {
    const uploads = poisoned(await fieldPhotos(String(data), 150))
    const wrong = uploads.filter(({ isWrong }) => isWrong)
    const accepted = uploads.filter(image => !waits(image))
    expect(wrong.filter(waits).length).toBeGreaterThan(0.85 * wrong.length)
    const { found, reasons, held } = session(base, accepted)
    expect(held).toBeGreaterThan(0)
    expect(Buffer.compare(headBytes(found), headBytes(head))).not.toBe(0)
    expect(reasons.filter(({ word }) => word === 'class_recall_lost')).toEqual([])
  })
})

/** Field photos of the training, spread over its classes: the server would see them for the first time. */
async function fieldPhotos(folder: string, most: number): Promise<TrainingImage[]> {
  const [, ...lines] = (await readFile(path.join(folder, 'labels.csv'), 'utf8')).split('\n')
  const rows = lines.map(line => line.trim().split(','))
  const field = rows.filter(([, split, , , product, , setting]) => {
    return split === 'train' && setting === 'field' && healthClasses.some(name => name === product)
  })
  const { networkPath } = await readModelFiles(await findModelDir(shippedModelsDir(), undefined))
  const network = await openNetwork(networkPath, card)
  const chosen = field.filter((_, i) => i % Math.ceil(field.length / most) === 0)
  const found: TrainingImage[] = []
  for (const [file = '', , crop = '', , product] of chosen) {
    const { small } = await readPhoto(await readFile(path.join(folder, file)))
    const { embeddings } = await network(photoTensor(small, card))
    const embedding = Float32Array.from(averageEmbedding(embeddings, card.embeddingSize))
    const label = healthClasses.find(name => name === product)
    if (label !== undefined) found.push({ hash: file, embedding, label, crop })
  }
  return found
}
