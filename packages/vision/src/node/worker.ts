import { workerData } from 'piscina'
import { diagnosePhoto, type Model } from '../diagnose.ts'
import { VisionError } from '../vision-error.ts'
import { readModelFiles } from './model-files.ts'
import { openNetwork } from './network.ts'
import { encodeHeatmap, encodeStoredPhoto, readPhoto } from './photo.ts'
import type { Answer, Diagnosis, Task, WorkerData } from './task.ts'

const { dir, loaded } = workerData as WorkerData
const model = await openModel(dir)
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
    const { detection, affectedArea, heatmap, quality } = await diagnosePhoto(photo.small, photo, model)
    if (task.want === 'detection') return { kind: 'detection', detection }
    if (!detection.isLeaf) return { kind: 'diagnosis', diagnosis: { ...detection, width, height, quality } }
    const diagnosis: Diagnosis = {
      ...detection,
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

async function openModel(dir: string): Promise<Model> {
  const { card, head, networkPath } = await readModelFiles(dir)
  return { card, head, network: await openNetwork(networkPath, card) }
}
