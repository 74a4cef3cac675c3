import type { StatedCrop } from '../inference/crop.ts'
import { type Finding, toFinding } from '../inference/detect.ts'
import { diagnoseImage, type ImageDiagnosis, type Model } from '../inference/diagnose.ts'
import { parseHead } from '../inference/head.ts'
import { parseModelCard } from '../inference/model-card.ts'
import { combinePlantPhotos, type PlantAnswer } from '../inference/plant.ts'
import { checkQuality, measureQuality, type QualityThresholds, type QualityWarning } from '../quality/photo-quality.ts'
import { openNetwork } from './network.ts'
import { areBytesEqual, decodePhoto, encodeHeatmap, preparePhoto } from './photo-codec.ts'

export { preparePhoto }

/** Contents of a model's files. The app fetches and caches them. */
export type DeviceModelFiles = { card: Uint8Array; head: Uint8Array; network: Uint8Array }

/** The answer to one photo, identical to the server's answer to the same bytes. */
export type DiagnosedPhoto = Pick<ImageDiagnosis, 'detection' | 'affectedArea' | 'quality'> & {
  /** Null when the photo shows no leaf. */
  finding: Finding | null
  /** RGBA PNG with the photo's aspect ratio, an overlay; null for a healthy leaf and for no leaf. */
  heatmapPng: Blob | null
}

/** The answers to several photos of one plant, in the photos' order, and the joint answer. */
export type DeviceDiagnosis = {
  photos: DiagnosedPhoto[]
  /** `leading` is the index of the photo that represents the plant. Null when no photo shows a leaf. */
  answer: PlantAnswer<number> | null
  modelVersion: string
}

/**
 * Checks the quality of a photo that preparePhoto returned. Needs no model.
 * @throws VisionError unsupported_type, image_unreadable, image_too_large
 */
export async function checkPhotoQuality(preparedPhoto: Blob, thresholds: QualityThresholds): Promise<QualityWarning[]> {
  const { resized, width, height } = await decodePhoto(preparedPhoto)
  return checkQuality(measureQuality(resized, { width, height }), thresholds)
}

/**
 * Opens a model. Call it in a worker: opening takes a second or more, and a diagnosis most of a second on a small phone.
 * @throws Error that names what is missing or invalid in the files
 */
export async function openDeviceModel(files: DeviceModelFiles): Promise<DeviceModel> {
  const card = parseModelCard(JSON.parse(new TextDecoder().decode(files.card)))
  const head = parseHead(files.head, card.classes.length, card.embeddingSize)
  return new DeviceModel({ card, head, network: await openNetwork(files.network, card) })
}

/** An open model with its current head. */
export class DeviceModel {
  readonly #shipped: Model
  #model: Model
  #version: string

  constructor(model: Model) {
    this.#shipped = model
    this.#model = model
    this.#version = model.card.version
  }

  /** Version of the current head. */
  get version(): string {
    return this.#version
  }

  /**
   * Replaces the head.
   * @throws Error when the bytes are not a head of this network
   */
  setHead(version: string, bytes: Uint8Array): void {
    const { classes, embeddingSize } = this.#shipped.card
    this.#model = { ...this.#shipped, head: parseHead(bytes, classes.length, embeddingSize) }
    this.#version = version
  }

  resetHead(): void {
    this.#model = this.#shipped
    this.#version = this.#shipped.card.version
  }

  async #diagnoseBlob(preparedPhoto: Blob, statedCrop: StatedCrop): Promise<DiagnosedPhoto> {
    const { width, height, resized } = await decodePhoto(preparedPhoto)
    const diagnosis = await diagnoseImage(resized, { width, height }, this.#model, statedCrop)
    const { detection, affectedArea, heatmap, quality } = diagnosis
    const finding = detection.isLeaf ? toFinding(detection, affectedArea) : null
    const heatmapPng = heatmap === null ? null : await encodeHeatmap(heatmap)
    return { detection, finding, affectedArea, heatmapPng, quality }
  }

  /**
   * Diagnoses photos of one plant that preparePhoto returned, one after the other. A single photo is a plant of one.
   * @throws VisionError unsupported_type, image_unreadable, image_too_large
   */
  async diagnose(preparedPhotos: readonly Blob[], statedCrop: StatedCrop = null): Promise<DeviceDiagnosis> {
    const contents: Uint8Array[] = []
    const photos: DiagnosedPhoto[] = []
    for (const photo of preparedPhotos) {
      const content = new Uint8Array(await photo.arrayBuffer())
      const identical = photos[contents.findIndex(other => areBytesEqual(other, content))]
      contents.push(content)
      photos.push(identical ?? (await this.#diagnoseBlob(photo, statedCrop)))
    }
    return { photos, answer: this.#combinePhotos(photos, statedCrop), modelVersion: this.version }
  }

  #combinePhotos(photos: DiagnosedPhoto[], statedCrop: StatedCrop): PlantAnswer<number> | null {
    // Identical photos must stay the same object, so that they count once.
    const leafByPhoto = new Map(
      photos.map(photo => [photo, { ...photo.detection, affectedArea: photo.affectedArea }] as const),
    )
    const leaves = photos.flatMap(photo => leafByPhoto.get(photo) ?? [])
    const answer = combinePlantPhotos(leaves, this.#model.card, statedCrop)
    return answer && { ...answer, leading: leaves.indexOf(answer.leading) }
  }
}
