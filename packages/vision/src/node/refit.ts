import { Worker } from 'node:worker_threads'
import type { GateVerdict, HeldBackImage } from '../gate.ts'
import type { TrainingImage } from '../refit.ts'

/** `dir` holds the model's files; `activeHead` is head.bin of the version that the new one is compared with. */
export type RefitAsked = {
  dir: string
  images: TrainingImage[]
  heldBack: HeldBackImage[]
  activeHead: Uint8Array
}
export type RefitTold = { kind: 'checking' } | { kind: 'done'; head: Uint8Array; verdict: GateVerdict }

type Options = {
  /** The bundled worker; default: the source. */
  workerUrl?: URL | undefined
  /** Called when the new head is fitted and about to be checked. */
  onChecking?: () => void
}

/**
 * Refits and checks a head in a thread of its own: it takes seconds, in which the caller goes on answering.
 * @throws Error when the files or images do not fit each other
 */
export function refitInThread(asked: RefitAsked, { workerUrl, onChecking }: Options = {}) {
  const url = workerUrl ?? new URL('./refit-worker-source.mjs', import.meta.url)
  return new Promise<{ head: Uint8Array; verdict: GateVerdict }>((resolve, reject) => {
    const worker = new Worker(url, { workerData: asked, name: 'refit' })
    worker.on('message', (told: RefitTold) => {
      if (told.kind === 'checking') onChecking?.()
      else resolve({ head: told.head, verdict: told.verdict })
    })
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`The refit ended with ${code} before it was done`)))
  })
}
