import { card, head, network, quality, runtime, version } from 'virtual:shipped-model'
import type { ModelFiles } from './worker-protocol.ts'

/** The newest model shipped with this build. An address changes with its file's content. */
export const modelFiles: ModelFiles = {
  card: [card],
  head: [head],
  network: [network].flat(),
  runtime: [runtime].flat(),
}

/** Of the network, whichever head answers. */
export const shippedVersion = version

/** What a photo must be like for that model. */
export const qualityThresholds = quality
