import { type JudgedClass, judgedClasses } from './scores.ts'

/**
 * What a refit must know of the photos the shipped model was trained on, and the gate of those it was chosen by.
 * Written by ml/base_statistics.py from the shipped files; only the server reads it.
 */
export type BaseStatistics = {
  /** The version these belong to: embeddings of another network mean nothing here. */
  model: string
  embeddingSize: number
  /** Photos of the training. */
  photos: number
  /**
   * float64 [(embedding + 1)²]: the mean of x xᵀ over the training photos as they were sampled, x being an embedding
   * with a 1 behind it. What a change of the head does to the logits of these photos follows from it alone.
   */
  moment: Float64Array
  /** float32 [photos, embedding]: of training photos from the field, about which the answers are to stay. */
  kept: Float32Array
  validation: Validation
}

/** float32 [photos, embedding], and what each of the photos shows. */
export type Validation = { embeddings: Float32Array; photos: ValidationPhoto[] }
export type ValidationPhoto = { truth: JudgedClass; crop: string; setting: string }

/** base.bin: the length of the header as uint32, the header in JSON, spaces up to a multiple of 4, then the numbers. */
type Header = {
  model: string
  embedding_size: number
  photos: number
  kept: number
  /** An embedding's value is its byte times the step of its column. */
  steps: number[]
  truths: JudgedClass[]
  crops: string[]
  settings: string[]
}

/**
 * Reads base.bin. Numbers are little-endian: float32 the moment's lower triangle row by row, then uint8 the embeddings
 * photo by photo, first those to keep, then those of validation.
 * @throws Error saying what does not fit
 */
export function parseBaseStatistics(bytes: Uint8Array): BaseStatistics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerEnd = 4 + (bytes.byteLength < 4 ? 0 : view.getUint32(0, true))
  const header = parseHeader(bytes.subarray(4, headerEnd))
  const size = header.embedding_size + 1
  const cells = (size * (size + 1)) / 2
  const values = (header.kept + header.truths.length) * header.embedding_size
  const wanted = headerEnd + cells * 4 + values
  if (bytes.byteLength !== wanted) throw new Error(`base.bin has ${bytes.byteLength} bytes instead of ${wanted}`)

  const moment = new Float64Array(size * size)
  let at = headerEnd
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      const value = view.getFloat32(at, true)
      moment[row * size + column] = value
      moment[column * size + row] = value
      at += 4
    }
  }
  if (!moment.every(Number.isFinite)) throw new Error('base.bin holds a value that is no number')
  const embeddings = Float32Array.from(
    bytes.subarray(at),
    (code, i) => code * (header.steps[i % header.embedding_size] ?? 0),
  )
  const validationFrom = header.kept * header.embedding_size
  return {
    model: header.model,
    embeddingSize: header.embedding_size,
    photos: header.photos,
    moment,
    kept: embeddings.subarray(0, validationFrom),
    validation: {
      embeddings: embeddings.subarray(validationFrom),
      photos: header.truths.map((truth, i) => ({
        truth,
        crop: header.crops[i] ?? '',
        setting: header.settings[i] ?? '',
      })),
    },
  }
}

function parseHeader(bytes: Uint8Array): Header {
  let header: unknown
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new Error('base.bin does not begin with a header', { cause: error })
  }
  if (!isHeader(header)) throw new Error('The header of base.bin is incomplete')
  return header
}

function isHeader(value: unknown): value is Header {
  if (typeof value !== 'object' || value === null) return false
  const { model, embedding_size, photos, kept, steps, truths, crops, settings } = { ...value } as Record<
    string,
    unknown
  >
  const isCount = (count: unknown): count is number => Number.isSafeInteger(count) && Number(count) > 0
  const isListOf = (list: unknown, length: number, fits: (entry: unknown) => boolean) =>
    Array.isArray(list) && list.length === length && list.every(fits)
  const isText = (entry: unknown) => typeof entry === 'string'
  if (
    typeof model !== 'string' ||
    !isCount(embedding_size) ||
    !isCount(photos) ||
    !isCount(kept) ||
    !Array.isArray(truths)
  )
    return false
  return (
    isListOf(steps, embedding_size, step => typeof step === 'number' && Number.isFinite(step)) &&
    isListOf(truths, truths.length, truth => judgedClasses.some(name => name === truth)) &&
    isListOf(crops, truths.length, isText) &&
    isListOf(settings, truths.length, isText)
  )
}
