import './disable-telemetry.ts'
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'
import { Piscina } from 'piscina'
import type { StatedCrop } from '../inference/crop.ts'
import type { Detection } from '../inference/detect.ts'
import { type Head, parseHead, serializeHead } from '../inference/head.ts'
import type { ModelCard } from '../inference/model-card.ts'
import { VisionError } from '../vision-error.ts'
import { readDecodedSize } from './decoded-size.ts'
import type {
  Diagnosis,
  LeafDiagnosis,
  PhotoTaskKind,
  ReencodedPhoto,
  SharedHead,
  TrainingSample,
  WorkerData,
  WorkerResult,
  WorkerTask,
} from './inference-worker.ts'
import { findModelDir, getShippedModelsDir, readModelFiles } from './model-files.ts'

export type { Diagnosis, LeafDiagnosis, ReencodedPhoto, TrainingSample }

export type VisionOptions = {
  /** Folder with one subfolder per model version. Default: the models shipped with this package. */
  modelsDir?: string
  /** Default: the newest by the date in its card. */
  version?: string
  /** Number of worker threads; each decodes and diagnoses one photo at a time. Default: one per processor. */
  threads?: number
  /** Maximum number of photos that wait for a thread, at least 1. Default: 8 per thread. */
  maxQueueSize?: number
  /** URL of the bundled worker. Default: vision-worker.js next to the bundle, or the source. */
  workerUrl?: URL
  /** Starts the threads with the first photo, for commands that may not need any. Default: openVision waits for them. */
  isLazy?: boolean
}

/**
 * Opens a model and starts its threads. Resolves when every thread has loaded the model, unless `isLazy`.
 * @throws Error that names what is missing or invalid in the model's files
 */
export async function openVision(options: VisionOptions = {}): Promise<Vision> {
  const dir = await findModelDir(options.modelsDir ?? getShippedModelsDir(), options.version)
  const { card, head } = await readModelFiles(dir)
  const { threads = availableParallelism(), isLazy = false } = options
  const loaded = new Int32Array(new SharedArrayBuffer(4))
  const pool = new Piscina<WorkerTask, WorkerResult>({
    filename: fileURLToPath(options.workerUrl ?? defaultWorkerUrl()),
    name: 'runTask',
    workerData: { dir, loaded } satisfies WorkerData,
    minThreads: isLazy ? 0 : threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    maxThreads: threads,
    // Vision limits the queue itself, together with the large photos that wait for their turn.
    maxQueue: Number.POSITIVE_INFINITY,
    concurrentTasksPerWorker: 1,
  })
  try {
    if (!isLazy) await startThreads(pool, loaded, threads)
  } catch (error) {
    await pool.destroy()
    throw error
  }
  return new Vision({ dir, card, shippedHead: head, pool, maxPhotos: threads + (options.maxQueueSize ?? threads * 8) })
}

/**
 * Waits until every thread has loaded the model. Terminating a thread that is still loading the network would crash the
 * process. A thread that fails to start reports it by the pool's error event, not by the result of a task.
 */
async function startThreads(
  pool: Piscina<WorkerTask, WorkerResult>,
  loaded: WorkerData['loaded'],
  threads: number,
): Promise<void> {
  let rejectFailed: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    rejectFailed = reject
  })
  pool.on('error', rejectFailed)
  await Promise.race([failed, pool.run({ kind: 'ready' })])
  for (let count = Atomics.load(loaded, 0); count < threads; count = Atomics.load(loaded, 0))
    await Promise.race([failed, Atomics.waitAsync(loaded, 0, count).value])
  // Not earlier: when several threads fail, the later error events arrive while the pool is being destroyed.
  pool.off('error', rejectFailed)
}

/** The active version, with its head in a shared buffer for the threads. */
export type ActiveHead = { version: string; head: Head; sharedHead: SharedHead }

function shareHead(version: string, head: Head): ActiveHead {
  const bytes = serializeHead(head)
  const shared = new SharedArrayBuffer(bytes.byteLength)
  new Uint8Array(shared).set(bytes)
  return { version, head, sharedHead: { id: randomUUID(), version, bytes: shared } }
}

type VisionParts = {
  dir: string
  card: ModelCard
  shippedHead: Head
  pool: Piscina<WorkerTask, WorkerResult>
  maxPhotos: number
}

export type TaskOptions = {
  /** Default: the active head. */
  head?: ActiveHead | undefined
  /** The crop that the farmer stated. Default: null, not sure. */
  statedCrop?: StatedCrop
}

/** An open model. Inference and decoding run on worker threads. */
export class Vision {
  /** Folder of the model's files. */
  readonly dir: string
  /** Card of the network and its shipped head; `card.version` names the network. */
  readonly card: ModelCard
  readonly shippedHead: Head
  #active: ActiveHead
  /** The threads. A task's result depends on nothing but the task, so another Vision may use them as well. */
  readonly pool: Piscina<WorkerTask, WorkerResult>

  /** Maximum number of photos in threads and queues together. */
  readonly #maxPhotos: number
  #photoCount = 0
  /** Large photos take turns: one needs hundreds of megabytes, and small photos must not wait for several of them. */
  readonly #largePhotos = new PQueue({ concurrency: 1 })

  constructor({ dir, card, shippedHead, pool, maxPhotos }: VisionParts) {
    this.dir = dir
    this.card = card
    this.shippedHead = shippedHead
    this.#active = shareHead(card.version, shippedHead)
    this.pool = pool
    this.#maxPhotos = maxPhotos
  }

  /** The active head. To diagnose several photos with the same head, read it once and pass it to `diagnose`. */
  get active(): ActiveHead {
    return this.#active
  }

  /**
   * Replaces the active head. Photos that are already queued keep the previous one.
   * @throws Error when the bytes are not a head of this network
   */
  activateHead(version: string, bytes: Uint8Array): void {
    const { classes, embeddingSize } = this.card
    this.#active = shareHead(version, parseHead(bytes, classes.length, embeddingSize))
  }

  /**
   * Diagnoses a JPEG or PNG. The same bytes, head and stated crop always give the same answer.
   * @throws VisionError unsupported_type, image_unreadable, image_too_large, overloaded
   */
  async diagnose(bytes: Uint8Array, options: TaskOptions = {}): Promise<Diagnosis> {
    return (await this.#run('diagnosis', bytes, options)).diagnosis
  }

  /**
   * Classifies a photo without encoding images for storage.
   * @throws VisionError as in diagnose
   */
  async detect(bytes: Uint8Array, statedCrop: StatedCrop = null): Promise<Detection> {
    const { detection } = await this.#run('detection', bytes, { statedCrop })
    return detection
  }

  /**
   * Decodes a photo and re-encodes it for storage, without a diagnosis.
   * @throws VisionError as in diagnose
   */
  async reencode(bytes: Uint8Array): Promise<ReencodedPhoto> {
    const { photo } = await this.#run('photo', bytes)
    return photo
  }

  /**
   * Returns the embedding, perceptual hash and answer of a photo for training, whether it shows a leaf or not.
   * @throws VisionError as in diagnose
   */
  async extractTrainingSample(bytes: Uint8Array): Promise<TrainingSample> {
    const { sample } = await this.#run('sample', bytes)
    return sample
  }

  /** Closes the threads. Photos in progress finish; queued ones are rejected. */
  async close(): Promise<void> {
    await this.pool.close({ force: true })
  }

  async #run<Kind extends PhotoTaskKind>(
    kind: Kind,
    bytes: Uint8Array,
    { head = this.active, statedCrop = null }: TaskOptions = {},
  ): Promise<WorkerResult & { kind: Kind }> {
    if (this.#photoCount >= this.#maxPhotos) throw new VisionError('overloaded', 'Too many photos are waiting')
    this.#photoCount += 1
    try {
      const { isLarge } = await readDecodedSize(bytes)
      const runTask = () => this.pool.run({ kind, bytes, head: head.sharedHead, statedCrop })
      const result = await (isLarge ? this.#largePhotos.add(runTask) : runTask())
      if (result.kind === 'error') throw new VisionError(result.code, result.message)
      if (isKind(result, kind)) return result
      throw new Error(`The worker returned ${result.kind} for ${kind}`)
    } finally {
      this.#photoCount -= 1
    }
  }
}

const isKind = <Kind extends WorkerResult['kind']>(
  result: WorkerResult,
  kind: Kind,
): result is WorkerResult & { kind: Kind } => result.kind === kind

// In a bundle this module is part of a main.js. Run from source, the worker is TypeScript, too, and needs a loader.
const isSource = import.meta.url.endsWith('.ts')

function defaultWorkerUrl(): URL {
  return new URL(isSource ? './inference-worker-entry.mjs' : './vision-worker.js', import.meta.url)
}
