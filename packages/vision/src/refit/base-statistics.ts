import { type LabelClass, labelClasses } from '../metrics/metrics.ts'

/**
 * The data of the shipped model that a refit needs: statistics of its training photos, and its validation photos for
 * the promotion gate. ml/kutu_ml/export/base_statistics.py writes base.bin from the shipped files; only the server reads it.
 */
export type BaseStatistics = {
  /** Version of the model. Embeddings of another network are not comparable. */
  model: string
  embeddingSize: number
  /** Number of training photos. */
  trainingPhotoCount: number
  /**
   * float64 [(embedding + 1)²]: the mean of x xᵀ over the training photos as they were sampled, where x is an embedding
   * with a 1 appended. A change W of the head changes their logits by a mean square of wᵀ G w per class.
   */
  gramMatrix: Float64Array
  /** float32 [photos, embedding]: field photos of the training. Distillation keeps the head's answers about them. */
  distillationEmbeddings: Float32Array
  validation: ValidationSet
}

/** Embeddings, float32 [photos, embedding], with the label, crop and setting of each photo. */
export type ValidationSet = { embeddings: Float32Array; photos: ValidationPhoto[] }
export type ValidationPhoto = { label: LabelClass; crop: string; setting: string }

/** Header of base.bin. The file is: header length as uint32, header in JSON, spaces up to a multiple of 4, numbers. */
type BaseHeader = {
  model: string
  embedding_size: number
  photos: number
  /** Number of distillation embeddings. */
  kept: number
  /** Quantization step of each embedding dimension: value = byte * step. */
  steps: number[]
  truths: LabelClass[]
  crops: string[]
  settings: string[]
}

/**
 * Parses base.bin. Numbers are little-endian: the lower triangle of the Gram matrix row by row as float32, then the
 * embeddings photo by photo as uint8, first those for distillation, then those of the validation photos.
 * @throws Error when the length, the header or a value is invalid
 */
export function parseBaseStatistics(bytes: Uint8Array): BaseStatistics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerEnd = 4 + (bytes.byteLength < 4 ? 0 : view.getUint32(0, true))
  const header = parseHeader(bytes.subarray(4, headerEnd))
  const size = header.embedding_size + 1
  const triangleLength = (size * (size + 1)) / 2
  const embeddingBytes = (header.kept + header.truths.length) * header.embedding_size
  const expectedBytes = headerEnd + triangleLength * 4 + embeddingBytes
  if (bytes.byteLength !== expectedBytes)
    throw new Error(`base.bin has ${bytes.byteLength} bytes instead of ${expectedBytes}`)

  const gramMatrix = new Float64Array(size * size)
  let offset = headerEnd
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const value = view.getFloat32(offset, true)
      gramMatrix[row * size + column] = value
      gramMatrix[column * size + row] = value
      offset += 4
    }
  }
  if (!gramMatrix.every(Number.isFinite)) throw new Error('base.bin holds a value that is no number')
  const embeddings = Float32Array.from(
    bytes.subarray(offset),
    (quantized, i) => quantized * (header.steps[i % header.embedding_size] ?? 0),
  )
  const validationStart = header.kept * header.embedding_size
  return {
    model: header.model,
    embeddingSize: header.embedding_size,
    trainingPhotoCount: header.photos,
    gramMatrix,
    distillationEmbeddings: embeddings.subarray(0, validationStart),
    validation: {
      embeddings: embeddings.subarray(validationStart),
      photos: header.truths.map((label, i) => ({
        label,
        crop: header.crops[i] ?? '',
        setting: header.settings[i] ?? '',
      })),
    },
  }
}

function parseHeader(bytes: Uint8Array): BaseHeader {
  let header: unknown
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new Error('base.bin does not begin with a header', { cause: error })
  }
  if (!isHeader(header)) throw new Error('The header of base.bin is incomplete')
  return header
}

function isHeader(value: unknown): value is BaseHeader {
  if (typeof value !== 'object' || value === null) return false
  const { model, embedding_size, photos, kept, steps, truths, crops, settings } = { ...value } as Record<
    string,
    unknown
  >
  const isPositiveInteger = (count: unknown): count is number => Number.isSafeInteger(count) && Number(count) > 0
  const isArrayOf = (list: unknown, length: number, isValid: (entry: unknown) => boolean) =>
    Array.isArray(list) && list.length === length && list.every(isValid)
  const isString = (entry: unknown) => typeof entry === 'string'
  if (
    typeof model !== 'string' ||
    !isPositiveInteger(embedding_size) ||
    !isPositiveInteger(photos) ||
    !isPositiveInteger(kept) ||
    !Array.isArray(truths)
  )
    return false
  return (
    isArrayOf(steps, embedding_size, step => typeof step === 'number' && Number.isFinite(step)) &&
    isArrayOf(truths, truths.length, label => labelClasses.some(name => name === label)) &&
    isArrayOf(crops, truths.length, isString) &&
    isArrayOf(settings, truths.length, isString)
  )
}
