import { unpackRgb } from '@kutu/vision/browser/downscale'
import { openNetwork } from '@kutu/vision/browser/network'
import { areBytesEqual, decodePhoto, encodeHeatmap, preparePhoto } from '@kutu/vision/browser/photo-codec'
import type { UploadSize } from '@kutu/vision/browser/upload-size'
import type { StatedCrop } from '@kutu/vision/inference/crop'
import { diagnoseImage, type Finding, type ImageDiagnosis, type Model, toFinding } from '@kutu/vision/inference/detect'
import { parseHead } from '@kutu/vision/inference/head'
import { parseModelCard } from '@kutu/vision/inference/model-card'
import { combinePlantPhotos, type PlantAnswer } from '@kutu/vision/inference/plant'
import { type FrameHint, findFrameHint } from '@kutu/vision/quality/frame-hint'
import {
  checkQuality,
  measureQuality,
  type QualityThresholds,
  type QualityWarning,
} from '@kutu/vision/quality/photo-quality'
import { VisionError, type VisionErrorCode } from '@kutu/vision/vision-error'
import { evictOtherFiles, fetchCached, fetchCachedChunks, type OnBytes } from './model-cache.ts'

/** Addresses of the files of the model, each as a list of chunks. */
export type ModelFiles = Record<'card' | 'head' | 'network', readonly string[]>

/** A head that was refitted with experts' photos. `head` is its address. */
export type RefitHead = { version: string; head: string }

/** The answer to one photo, identical to the server's answer to the same bytes. */
export type DiagnosedPhoto = Pick<ImageDiagnosis, 'detection' | 'affectedArea' | 'quality'> & {
  /** Null when the photo shows no leaf. */
  finding: Finding | null
  /** RGBA PNG with the photo's aspect ratio, an overlay; null for a healthy leaf and for no leaf. */
  heatmapPng: Blob | null
}

/** The answers to the photos of one plant, in the photos' order, and the joint answer. */
type PlantDiagnosis = {
  photos: DiagnosedPhoto[]
  /** `leading` is the index of the photo that represents the plant. Null when no photo shows a leaf. */
  answer: PlantAnswer<number> | null
  modelVersion: string
}

/** Messages from the page to the worker. Each gets one response with the same id. */
export type WorkerRequest =
  | { type: 'open'; files: ModelFiles; refit: RefitHead | null }
  /** With thresholds the quality is checked as well. */
  | { type: 'prepare'; photo: Blob; thresholds: QualityThresholds | null; size: UploadSize }
  | { type: 'frame'; frame: ImageData; thresholds: QualityThresholds }
  | { type: 'diagnose'; photos: readonly Blob[]; statedCrop: StatedCrop }

/** Sent while the files of the model arrive, before the response: the number of bytes so far, decompressed. */
export type WorkerProgress = { type: 'progress'; loadedBytes: number }

export type WorkerResponse =
  | { type: 'open'; version: string }
  | { type: 'prepare'; photo: Blob; quality: QualityWarning[] }
  | { type: 'frame'; hint: FrameHint | null }
  | { type: 'diagnose'; diagnosis: PlantDiagnosis }
  /** The photo is invalid. An error would lose its class on the way, so it is sent as data. */
  | { type: 'rejected'; code: VisionErrorCode; message: string }
  /** The device or the network failed: the server may still be able to diagnose. */
  | { type: 'failed'; message: string }

export type WithId<Message> = Message & { id: number }

/** The model as shipped, and with its current head, which has the version. */
type OpenModel = { shipped: Model; current: Model; version: string }

let model: OpenModel | undefined

/** @throws Error that names what is missing or invalid in the files */
async function openModel(files: ModelFiles): Promise<OpenModel> {
  const onBytes = createProgressReport()
  const downloads = [files.card, files.head, files.network].map(urls => fetchCachedChunks(urls, onBytes))
  // If one download fails the others still finish and are cached for the next attempt.
  await Promise.allSettled(downloads)
  const [cardFile, headFile, networkFile] = await Promise.all(downloads)
  if (!(cardFile && headFile && networkFile)) throw new Error('The model is not whole')
  const card = parseModelCard(JSON.parse(new TextDecoder().decode(cardFile)))
  const head = parseHead(new Uint8Array(headFile), card.classes.length, card.embeddingSize)
  const shipped = { card, head, network: await openNetwork(new Uint8Array(networkFile), card) }
  return { shipped, current: shipped, version: card.version }
}

/** A message for each packet of a fast network would keep the page busy. */
const progressIntervalMs = 200

/** Returns a function that adds up the bytes and reports the sum to the page. */
function createProgressReport(): OnBytes {
  let loadedBytes = 0
  let reportedAt = 0
  return count => {
    loadedBytes += count
    const now = performance.now()
    if (now - reportedAt < progressIntervalMs) return
    reportedAt = now
    const message: WorkerProgress = { type: 'progress', loadedBytes }
    self.postMessage(message)
  }
}

/** Returns the model with the requested head, or with the current one if that cannot be fetched now. */
async function selectHead(opened: OpenModel, { files, refit }: WorkerRequest & { type: 'open' }): Promise<OpenModel> {
  const { shipped } = opened
  const { card } = shipped
  let selected = refit === null ? { shipped, current: shipped, version: card.version } : opened
  if (refit !== null && refit.version !== opened.version) {
    try {
      const head = parseHead(decodeHead(await fetchCached(refit.head)), card.classes.length, card.embeddingSize)
      selected = { shipped, current: { ...shipped, head }, version: refit.version }
    } catch {
      return opened
    }
  }
  await evictOtherFiles([...Object.values(files).flat(), ...(refit ? [refit.head] : [])])
  return selected
}

/** Decodes the head, which the server sends in base64. */
function decodeHead(response: ArrayBuffer): Uint8Array {
  const { head }: { head: string } = JSON.parse(new TextDecoder().decode(response))
  return Uint8Array.from(atob(head), character => character.charCodeAt(0))
}

/**
 * Diagnoses the prepared photos of one plant, one after the other. A single photo is a plant of one.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
async function diagnosePlant(
  { current, version }: OpenModel,
  preparedPhotos: readonly Blob[],
  statedCrop: StatedCrop,
): Promise<PlantDiagnosis> {
  const contents: Uint8Array[] = []
  const photos: DiagnosedPhoto[] = []
  for (const photo of preparedPhotos) {
    const content = new Uint8Array(await photo.arrayBuffer())
    const identical = photos[contents.findIndex(other => areBytesEqual(other, content))]
    contents.push(content)
    photos.push(identical ?? (await diagnosePhoto(current, photo, statedCrop)))
  }
  // Identical photos must stay the same object, so that they count once.
  const leafByPhoto = new Map(
    photos.map(photo => [photo, { ...photo.detection, affectedArea: photo.affectedArea }] as const),
  )
  const leaves = photos.flatMap(photo => leafByPhoto.get(photo) ?? [])
  const answer = combinePlantPhotos(leaves, current.card, statedCrop)
  return { photos, answer: answer && { ...answer, leading: leaves.indexOf(answer.leading) }, modelVersion: version }
}

async function diagnosePhoto(current: Model, preparedPhoto: Blob, statedCrop: StatedCrop): Promise<DiagnosedPhoto> {
  const { width, height, resized } = await decodePhoto(preparedPhoto)
  const diagnosis = await diagnoseImage(resized, { width, height }, current, statedCrop)
  const { detection, affectedArea, heatmap, quality } = diagnosis
  const finding = detection.isLeaf ? toFinding(detection, affectedArea) : null
  const heatmapPng = heatmap === null ? null : await encodeHeatmap(heatmap)
  return { detection, finding, affectedArea, heatmapPng, quality }
}

/** Checks the quality of a prepared photo, which needs no model. */
async function checkPhotoQuality(preparedPhoto: Blob, thresholds: QualityThresholds): Promise<QualityWarning[]> {
  const { resized, width, height } = await decodePhoto(preparedPhoto)
  return checkQuality(measureQuality(resized, { width, height }), thresholds)
}

async function handleRequest(request: WorkerRequest): Promise<WorkerResponse> {
  try {
    if (request.type === 'prepare') {
      const photo = await preparePhoto(request.photo, request.size)
      // A photo whose quality cannot be checked is sent anyway.
      const quality = request.thresholds ? await checkPhotoQuality(photo, request.thresholds).catch(() => []) : []
      return { type: 'prepare', photo, quality }
    }
    if (request.type === 'frame') {
      const { width, height, data } = request.frame
      const frame = { width, height, data: unpackRgb(new Int32Array(data.buffer)) }
      return { type: 'frame', hint: findFrameHint(frame, request.thresholds) }
    }
    if (request.type === 'open') {
      model ??= await openModel(request.files)
      model = await selectHead(model, request)
      return { type: 'open', version: model.version }
    }
    if (model === undefined) throw new Error('The model is not open')
    return { type: 'diagnose', diagnosis: await diagnosePlant(model, request.photos, request.statedCrop) }
  } catch (error) {
    if (error instanceof VisionError) return { type: 'rejected', code: error.code, message: error.message }
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

const respond = (response: WorkerResponse, id: number): void => {
  const message: WithId<WorkerResponse> = { ...response, id }
  self.postMessage(message)
}

let queue: Promise<void> = Promise.resolve()

function onMessage({ data }: MessageEvent<WithId<WorkerRequest>>): void {
  const run = async () => respond(await handleRequest(data), data.id)
  // Photos are prepared and frames checked while the model is still loading. Everything else runs one after the other: two
  // photos at a time would take twice the memory and no less time.
  if (data.type === 'prepare' || data.type === 'frame') void run()
  else queue = queue.then(run)
}

self.addEventListener('message', onMessage)
