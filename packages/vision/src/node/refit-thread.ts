import { Worker } from 'node:worker_threads'
import type { GateVerdict, HoldoutImage } from '../refit/promotion-gate.ts'
import type { TrainingImage } from '../refit/refit-head.ts'

/** `dir` holds the model's files; `activeHead` is head.bin of the version that the new one is compared with. */
export type RefitRequest = {
  dir: string
  images: TrainingImage[]
  holdout: HoldoutImage[]
  activeHead: Uint8Array
}
export type RefitMessage = { kind: 'checking' } | { kind: 'done'; head: Uint8Array; verdict: GateVerdict }

type RefitOptions = {
  /** The bundled worker; default: the source. */
  workerUrl?: URL | undefined
  /** Called when the new head is fitted and about to be checked. */
  onChecking?: () => void
}

/**
 * Refits and checks a head in a thread of its own: it takes seconds, in which the caller goes on answering.
 * @throws Error when the files or images do not fit each other
 */
export function runRefit(request: RefitRequest, { workerUrl, onChecking }: RefitOptions = {}) {
  const url = workerUrl ?? new URL('./refit-worker-entry.mjs', import.meta.url)
  return new Promise<{ head: Uint8Array; verdict: GateVerdict }>((resolve, reject) => {
    const worker = new Worker(url, { workerData: request, name: 'refit' })
    worker.on('message', (message: RefitMessage) => {
      if (message.kind === 'checking') onChecking?.()
      else resolve({ head: message.head, verdict: message.verdict })
    })
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`The refit ended with ${code} before it was done`)))
  })
}
