import { workerData } from 'piscina'
import { diagnosePhoto, type Model } from '../diagnose.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { parseHead } from '../head.ts'
import { VisionError } from '../vision-error.ts'
import { readModelFiles } from './model-files.ts'
import { openNetwork } from './network.ts'
import { encodeHeatmap, encodeStoredPhoto, readPhoto } from './photo.ts'
import type { Answer, Diagnosis, HeadInUse, Task, WorkerData } from './task.ts'

const { dir, loaded } = workerData as WorkerData
const shipped = await openModel(dir)
let last: { version: string; model: Model } = { version: shipped.card.version, model: shipped }
Atomics.add(loaded, 0, 1)
Atomics.notify(loaded, 0)

/** The entry of a worker thread: one photo at a time, start to end. */
export async function answer(task: Task): Promise<Answer> {
  if (task.want === 'ready') return { kind: 'ready' }
  try {
    const photo = await readPhoto(task.bytes)
    const { width, height } = photo
    if (task.want === 'photo')
      return { kind: 'photo', photo: { width, height, storedPhoto: await encodeStoredPhoto(photo.stored) } }
    const found = await diagnosePhoto(photo.small, photo, modelWith(task.using))
    const { detection, affectedArea, heatmap, quality } = found
    if (task.want === 'detection') return { kind: 'detection', detection }
    if (task.want === 'lesson') {
      const { small, stored } = photo
      const embedding = Float32Array.from(found.embedding)
      const storedPhoto = await encodeStoredPhoto(stored)
      return {
        kind: 'lesson',
        lesson: { width, height, storedPhoto, detection, embedding, fingerprint: fingerprintOf(small) },
      }
    }
    const modelVersion = task.using.version
    if (!detection.isLeaf)
      return { kind: 'diagnosis', diagnosis: { ...detection, width, height, quality, modelVersion } }
    const diagnosis: Diagnosis = {
      ...detection,
      modelVersion,
      width,
      height,
      quality,
      affectedArea,
      storedPhoto: await encodeStoredPhoto(photo.stored),
      heatmapPng: heatmap === null ? null : await encodeHeatmap(heatmap),
    }
    return { kind: 'diagnosis', diagnosis }
  } catch (error) {
    if (error instanceof VisionError) return { kind: 'refused', word: error.word, message: error.message }
    throw error
  }
}

/** The model with the head that is to answer. */
function modelWith({ version, bytes }: HeadInUse): Model {
  if (last.version !== version) {
    const { card } = shipped
    const head = parseHead(new Uint8Array(bytes), card.classes.length, card.embeddingSize)
    last = { version, model: { ...shipped, head } }
  }
  return last.model
}

async function openModel(dir: string): Promise<Model> {
  const { card, head, networkPath } = await readModelFiles(dir)
  return { card, head, network: await openNetwork(networkPath, card) }
}
