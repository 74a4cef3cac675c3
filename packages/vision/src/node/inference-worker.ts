import { workerData } from 'piscina'
import { diagnoseImage, type Model } from '../inference/diagnose.ts'
import { parseHead } from '../inference/head.ts'
import { perceptualHash } from '../quality/perceptual-hash.ts'
import { VisionError } from '../vision-error.ts'
import { readModelFiles } from './model-files.ts'
import { openNetwork } from './network.ts'
import { decodePhoto, encodeHeatmap, encodeStoredPhoto } from './photo-codec.ts'
import type { Diagnosis, SharedHead, StageSeconds, WorkerData, WorkerResult, WorkerTask } from './worker-protocol.ts'

const { dir, loaded } = workerData as WorkerData
const shipped = await loadModel(dir)
let current: { version: string; model: Model } = { version: shipped.card.version, model: shipped }
Atomics.add(loaded, 0, 1)
Atomics.notify(loaded, 0)

/** Runs one task of the pool. Piscina calls it by this name. */
export async function runTask(task: WorkerTask): Promise<WorkerResult> {
  if (task.kind === 'ready') return { kind: 'ready' }
  try {
    const startedAt = performance.now()
    const photo = await decodePhoto(task.bytes)
    const decodedAt = performance.now()
    const { width, height } = photo
    if (task.kind === 'photo')
      return { kind: 'photo', photo: { width, height, storedPhoto: await encodeStoredPhoto(photo.stored) } }
    const result = await diagnoseImage(photo.resized, photo, getModelWithHead(task.head), task.statedCrop)
    const inferredAt = performance.now()
    const getStages = (): StageSeconds => ({
      decode: (decodedAt - startedAt) / 1000,
      inference: (inferredAt - decodedAt) / 1000,
      encode: (performance.now() - inferredAt) / 1000,
    })
    const { detection, affectedArea, heatmap, quality, isBlank, viewEmbeddings } = result
    if (task.kind === 'detection') return { kind: 'detection', detection }
    if (task.kind === 'sample') {
      const { resized, stored } = photo
      const embedding = Float32Array.from(result.embedding)
      const storedPhoto = await encodeStoredPhoto(stored)
      return {
        kind: 'sample',
        sample: { width, height, storedPhoto, detection, isBlank, embedding, fingerprint: perceptualHash(resized) },
      }
    }
    const modelVersion = task.head.version
    if (!detection.isLeaf)
      return {
        kind: 'diagnosis',
        diagnosis: { ...detection, width, height, quality, modelVersion },
        stages: getStages(),
      }
    const diagnosis: Diagnosis = {
      ...detection,
      modelVersion,
      width,
      height,
      quality,
      affectedArea,
      viewEmbeddings,
      storedPhoto: await encodeStoredPhoto(photo.stored),
      heatmapPng: heatmap === null ? null : await encodeHeatmap(heatmap),
    }
    return { kind: 'diagnosis', diagnosis, stages: getStages() }
  } catch (error) {
    if (error instanceof VisionError) return { kind: 'error', code: error.code, message: error.message }
    throw error
  }
}

/** Returns the model with the given head. The last head is cached, since it rarely changes. */
function getModelWithHead({ version, bytes }: SharedHead): Model {
  if (current.version !== version) {
    const { card } = shipped
    const head = parseHead(new Uint8Array(bytes), card.classes.length, card.embeddingSize)
    current = { version, model: { ...shipped, head } }
  }
  return current.model
}

async function loadModel(dir: string): Promise<Model> {
  const { card, head, networkPath } = await readModelFiles(dir)
  return { card, head, network: await openNetwork(networkPath, card) }
}
