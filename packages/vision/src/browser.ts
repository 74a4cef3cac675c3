import { openNetwork } from './browser/network.ts'
import { encodeHeatmap, preparePhoto, readPhoto } from './browser/photo.ts'
import { parseCard } from './card.ts'
import type { Detection } from './detect.ts'
import { diagnosePhoto, type Model } from './diagnose.ts'
import { parseHead } from './head.ts'

export { preparePhoto }

/** The bytes of one model's files and of ONNX Runtime's ort-wasm-simd-threaded.wasm. How they are kept is the app's affair. */
export type VisionFiles = { card: Uint8Array; head: Uint8Array; network: Uint8Array; runtime: ArrayBuffer }

/** What a photo shows, as the server would say it of the same bytes. */
export type DeviceDiagnosis = {
  detection: Detection
  /** Share of the leaf that looks affected, 0 to 1; null for a healthy leaf or too little leaf in sight. */
  affectedArea: number | null
  /** RGBA PNG of the whole photo's shape, to lay over it; null for a healthy leaf and for no leaf. */
  heatmapPng: Blob | null
  /** Of the upright photo, in pixels. */
  width: number
  height: number
  modelVersion: string
}

/**
 * Opens a model. To be called in a worker: opening takes a second or more, a diagnosis a good part of one on a small phone.
 * @throws Error naming what is missing or wrong in the files
 */
export async function openVision(files: VisionFiles): Promise<Vision> {
  const card = parseCard(JSON.parse(new TextDecoder().decode(files.card)))
  const head = parseHead(files.head, card.classes.length, card.embeddingSize)
  return new Vision({ card, head, network: await openNetwork(files.network, files.runtime, card) })
}

/** An open model. */
export class Vision {
  readonly version: string
  readonly #model: Model

  constructor(model: Model) {
    this.version = model.card.version
    this.#model = model
  }

  /**
   * Diagnoses a photo that preparePhoto has made.
   * @throws VisionError unsupported_type, image_unreadable, image_too_large
   */
  async diagnose(prepared: Blob): Promise<DeviceDiagnosis> {
    const { width, height, small } = await readPhoto(prepared)
    const { detection, affectedArea, heatmap } = await diagnosePhoto(small, { width, height }, this.#model)
    const heatmapPng = heatmap === null ? null : await encodeHeatmap(heatmap)
    return { detection, affectedArea, heatmapPng, width, height, modelVersion: this.version }
  }
}
