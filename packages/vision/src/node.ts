import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { Card } from './card.ts'
import type { Detection } from './detect.ts'
import { type Head, headBytes, parseHead } from './head.ts'
import { findModelDir, readModelFiles, shippedModelsDir } from './node/model-files.ts'
import type { Answer, Diagnosis, HeadInUse, LeafDiagnosis, Lesson, StoredPhoto, Task, WorkerData } from './node/task.ts'
import { VisionError } from './vision-error.ts'

export type { Diagnosis, LeafDiagnosis, Lesson, StoredPhoto }

export type VisionOptions = {
  /** Folder with one folder per model version; default: the models shipped with this package. */
  modelsDir?: string
  /** Default: the newest by its card. */
  version?: string
  /** Photos decoded and diagnosed at once, one worker thread each; default: one per processor. */
  threads?: number
  /** Photos that may wait for a thread, at least 1; default: 8 per thread. */
  queue?: number
  /** The bundled worker; default: vision-worker.js beside the bundle, or the source. */
  workerUrl?: URL
  /** Starts its threads with the first photo, for who may never show one. Default: at once, and waits for them. */
  startsLate?: boolean
  /** Told of a thread that died between photos; it has been replaced. Default: the error is thrown, uncaught. */
  onThreadError?: (error: unknown) => void
}

/**
 * Loads a model and starts its threads; resolves once every thread has read the model, unless they start late.
 * @throws Error naming what is missing or wrong in the model's files
 */
export async function openVision(options: VisionOptions = {}): Promise<Vision> {
  const dir = await findModelDir(options.modelsDir ?? shippedModelsDir(), options.version)
  const { card, head } = await readModelFiles(dir)
  const { threads = availableParallelism(), startsLate = false } = options
  const loaded = new Int32Array(new SharedArrayBuffer(4))
  const pool = new Piscina<Task, Answer>({
    filename: fileURLToPath(options.workerUrl ?? defaultWorkerUrl()),
    name: 'answer',
    workerData: { dir, loaded } satisfies WorkerData,
    minThreads: startsLate ? 0 : threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    maxThreads: threads,
    maxQueue: options.queue ?? threads * 8,
    concurrentTasksPerWorker: 1,
  })
  try {
    if (!startsLate) await startThreads(pool, loaded, threads)
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
async function startThreads(pool: Piscina<Task, Answer>, loaded: WorkerData['loaded'], threads: number): Promise<void> {
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  pool.on('error', fail)
  await Promise.race([failed, pool.run({ want: 'ready' })])
  for (let count = Atomics.load(loaded, 0); count < threads; count = Atomics.load(loaded, 0))
    await Promise.race([failed, Atomics.waitAsync(loaded, 0, count).value])
  // Only now: of several threads that fail, each says so, the later ones while the pool is already being ended.
  pool.off('error', fail)
}

/** A version that answers, as the threads are given it. */
export type ActiveHead = { version: string; head: Head; inUse: HeadInUse }

function activeHead(version: string, head: Head): ActiveHead {
  const bytes = headBytes(head)
  const shared = new SharedArrayBuffer(bytes.byteLength)
  new Uint8Array(shared).set(bytes)
  return { version, head, inUse: { version, bytes: shared } }
}

/** An open model. Inference and decoding run on its own threads, never on the caller's. */
export class Vision {
  /** Folder of the model's files. */
  readonly dir: string
  /** Of the network and the head shipped with it: `card.version` names the network. */
  readonly card: Card
  readonly shippedHead: Head
  #active: ActiveHead
  readonly #pool: Piscina<Task, Answer>

  constructor(dir: string, card: Card, head: Head, pool: Piscina<Task, Answer>) {
    this.dir = dir
    this.card = card
    this.shippedHead = head
    this.#active = activeHead(card.version, head)
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
  use(version: string, bytes: Uint8Array): void {
    const { classes, embeddingSize } = this.card
    this.#active = activeHead(version, parseHead(bytes, classes.length, embeddingSize))
  }

  /**
   * Diagnoses the bytes of a JPEG or PNG; the same bytes always give the same answer.
   * @throws VisionError unsupported_type, image_unreadable, image_too_large, overloaded
   */
  async diagnose(bytes: Uint8Array, using = this.active): Promise<Diagnosis> {
    const answer = await this.#run({ want: 'diagnosis', bytes, using: using.inUse })
    if (answer.kind === 'diagnosis') return answer.diagnosis
    throw new Error(`The worker answered ${answer.kind}`)
  }

  /**
   * Only what a photo shows, without pictures to keep.
   * @throws VisionError like diagnose
   */
  async detect(bytes: Uint8Array): Promise<Detection> {
    const answer = await this.#run({ want: 'detection', bytes, using: this.active.inUse })
    if (answer.kind === 'detection') return answer.detection
    throw new Error(`The worker answered ${answer.kind}`)
  }

  /**
   * Decodes and re-encodes a photo for keeping, whatever it shows.
   * @throws VisionError like diagnose
   */
  async reencode(bytes: Uint8Array): Promise<StoredPhoto> {
    const answer = await this.#run({ want: 'photo', bytes, using: this.active.inUse })
    if (answer.kind === 'photo') return answer.photo
    throw new Error(`The worker answered ${answer.kind}`)
  }

  /**
   * What there is to learn from a photo, whatever it shows.
   * @throws VisionError like diagnose
   */
  async study(bytes: Uint8Array): Promise<Lesson> {
    const answer = await this.#run({ want: 'lesson', bytes, using: this.active.inUse })
    if (answer.kind === 'lesson') return answer.lesson
    throw new Error(`The worker answered ${answer.kind}`)
  }

  /** Photos being diagnosed finish, photos still waiting are given up. */
  async close(): Promise<void> {
    await this.#pool.close({ force: true })
  }

  async #run(task: Task): Promise<Answer> {
    const { queueSize, options } = this.#pool
    if (queueSize >= options.maxQueue) throw new VisionError('overloaded', 'Too many photos are waiting')
    const answer = await this.#pool.run(task)
    if (answer.kind === 'refused') throw new VisionError(answer.word, answer.message)
    return answer
  }
}

// In the bundle this module is part of some main.js; run from its source the worker is TypeScript, too.
const isSource = import.meta.url.endsWith('.ts')

function defaultWorkerUrl(): URL {
  return new URL(isSource ? './node/worker-source.mjs' : './vision-worker.js', import.meta.url)
}
