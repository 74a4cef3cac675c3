import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { Detection } from '../inference/detect.ts'
import { type Head, parseHead, serializeHead } from '../inference/head.ts'
import type { ModelCard } from '../inference/model-card.ts'
import { VisionError } from '../vision-error.ts'
import { findModelDir, getShippedModelsDir, readModelFiles } from './model-files.ts'
import type {
  Diagnosis,
  LeafDiagnosis,
  SharedHead,
  StoredPhoto,
  TrainingSample,
  WorkerData,
  WorkerResult,
  WorkerTask,
} from './worker-protocol.ts'

export type { Diagnosis, LeafDiagnosis, StoredPhoto, TrainingSample }

export type VisionOptions = {
  /** Folder with one folder per model version; default: the models shipped with this package. */
  modelsDir?: string
  /** Default: the newest by its card. */
  version?: string
  /** Photos decoded and diagnosed at once, one worker thread each; default: one per processor. */
  threads?: number
  /** Photos that may wait for a thread, at least 1; default: 8 per thread. */
  maxQueueSize?: number
  /** The bundled worker; default: vision-worker.js beside the bundle, or the source. */
  workerUrl?: URL
  /** Starts its threads with the first photo, for who may never show one. Default: at once, and waits for them. */
  isLazy?: boolean
  /** Told of a thread that died between photos; it has been replaced. Default: the error is thrown, uncaught. */
  onThreadError?: (error: unknown) => void
}

/**
 * Loads a model and starts its threads; resolves once every thread has read the model, unless they start late.
 * @throws Error naming what is missing or wrong in the model's files
 */
export async function openVision(options: VisionOptions = {}): Promise<Vision> {
  const dir = await findModelDir(options.modelsDir ?? getShippedModelsDir(), options.version)
  const { card, head } = await readModelFiles(dir)
  const { threads = availableParallelism(), isLazy = false } = options
  const loaded = new Int32Array(new SharedArrayBuffer(4))
  const pool = new Piscina<WorkerTask, WorkerResult>({
    filename: fileURLToPath(options.workerUrl ?? defaultWorkerUrl()),
    name: 'answer',
    workerData: { dir, loaded } satisfies WorkerData,
    minThreads: isLazy ? 0 : threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    maxThreads: threads,
    maxQueue: options.maxQueueSize ?? threads * 8,
    concurrentTasksPerWorker: 1,
  })
  try {
    if (!isLazy) await startThreads(pool, loaded, threads)
  } catch (error) {
    await pool.destroy()
    throw error
  }
  const { onThreadError } = options
  if (onThreadError !== undefined) pool.on('error', onThreadError)
  return new Vision(dir, card, head, pool)
}

/**
 * Waits for every thread, not just the first: one that is stopped while it still loads the network takes the process
 * down with it. A thread that cannot even start says so by an event, not by the answer to a task.
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
  // Only now: of several threads that fail, each says so, the later ones while the pool is already being ended.
  pool.off('error', rejectFailed)
}

/** A version that answers, as the threads are given it. */
export type ActiveHead = { version: string; head: Head; sharedHead: SharedHead }

function shareHead(version: string, head: Head): ActiveHead {
  const bytes = serializeHead(head)
  const shared = new SharedArrayBuffer(bytes.byteLength)
  new Uint8Array(shared).set(bytes)
  return { version, head, sharedHead: { version, bytes: shared } }
}

/** An open model. Inference and decoding run on its own threads, never on the caller's. */
export class Vision {
  /** Folder of the model's files. */
  readonly dir: string
  /** Of the network and the head shipped with it: `card.version` names the network. */
  readonly card: ModelCard
  readonly shippedHead: Head
  #active: ActiveHead
  readonly #pool: Piscina<WorkerTask, WorkerResult>

  constructor(dir: string, card: ModelCard, head: Head, pool: Piscina<WorkerTask, WorkerResult>) {
    this.dir = dir
    this.card = card
    this.shippedHead = head
    this.#active = shareHead(card.version, head)
    this.#pool = pool
  }

  /** The head that answers now. Whoever asks about several photos at once asks them all of the same one. */
  get active(): ActiveHead {
    return this.#active
  }

  /**
   * Lets another head of this network answer from now on; photos in hand are answered by the one they were given to.
   * @throws Error when the bytes are no head of this network
   */
  activateHead(version: string, bytes: Uint8Array): void {
    const { classes, embeddingSize } = this.card
    this.#active = shareHead(version, parseHead(bytes, classes.length, embeddingSize))
  }

  /**
   * Diagnoses the bytes of a JPEG or PNG; the same bytes always give the same answer.
   * @throws VisionError unsupported_type, image_unreadable, image_too_large, overloaded
   */
  async diagnose(bytes: Uint8Array, head = this.active): Promise<Diagnosis> {
    const answer = await this.#run({ kind: 'diagnosis', bytes, head: head.sharedHead })
    if (answer.kind === 'diagnosis') return answer.diagnosis
    throw new Error(`The worker answered ${answer.kind}`)
  }

  /**
   * Only what a photo shows, without pictures to keep.
   * @throws VisionError like diagnose
   */
  async detect(bytes: Uint8Array): Promise<Detection> {
    const answer = await this.#run({ kind: 'detection', bytes, head: this.active.sharedHead })
    if (answer.kind === 'detection') return answer.detection
    throw new Error(`The worker answered ${answer.kind}`)
  }

  /**
   * Decodes and re-encodes a photo for keeping, whatever it shows.
   * @throws VisionError like diagnose
   */
  async reencode(bytes: Uint8Array): Promise<StoredPhoto> {
    const answer = await this.#run({ kind: 'photo', bytes, head: this.active.sharedHead })
    if (answer.kind === 'photo') return answer.photo
    throw new Error(`The worker answered ${answer.kind}`)
  }

  /**
   * What there is to learn from a photo, whatever it shows.
   * @throws VisionError like diagnose
   */
  async extractTrainingSample(bytes: Uint8Array): Promise<TrainingSample> {
    const answer = await this.#run({ kind: 'lesson', bytes, head: this.active.sharedHead })
    if (answer.kind === 'lesson') return answer.sample
    throw new Error(`The worker answered ${answer.kind}`)
  }

  /** Photos being diagnosed finish, photos still waiting are given up. */
  async close(): Promise<void> {
    await this.#pool.close({ force: true })
  }

  async #run(task: WorkerTask): Promise<WorkerResult> {
    const { queueSize, options } = this.#pool
    if (queueSize >= options.maxQueue) throw new VisionError('overloaded', 'Too many photos are waiting')
    const answer = await this.#pool.run(task)
    if (answer.kind === 'refused') throw new VisionError(answer.code, answer.message)
    return answer
  }
}

// In the bundle this module is part of some main.js; run from its source the worker is TypeScript, too.
const isSource = import.meta.url.endsWith('.ts')

function defaultWorkerUrl(): URL {
  return new URL(isSource ? './inference-worker-entry.mjs' : './vision-worker.js', import.meta.url)
}
