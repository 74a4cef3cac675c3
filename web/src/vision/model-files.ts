import { bytes, card, head, network, quality, version } from 'virtual:shipped-model'
import type { ModelFiles } from './worker.ts'

/** The newest model shipped with this build. Addresses have a content hash. */
export const modelFiles: ModelFiles = {
  card: [card],
  head: [head],
  network: [network].flat(),
}

/** The size of all files: as transferred, compressed, and in total after decompression. */
export const modelBytes = bytes

/** The version of the network, whichever head is active. */
export const shippedVersion = version

/** The photo quality that the model needs. */
export const qualityThresholds = quality
