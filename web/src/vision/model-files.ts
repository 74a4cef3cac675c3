import { card, head, network, quality, version } from 'virtual:shipped-model'
import runtime from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type { ModelFiles } from './protocol.ts'

/** The newest model shipped with this build. An address changes with its file's content. */
export const modelFiles: ModelFiles = { card, head, network, runtime }

/** Of the network, whichever head answers. */
export const shippedVersion = version

/** What a photo must be like for that model. */
export const qualityThresholds = quality
