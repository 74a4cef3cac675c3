import { Worker } from 'node:worker_threads'
import type { GateVerdict, HoldoutImage } from '../refit/promotion-gate.ts'
import type { TrainingImage } from '../refit/refit-head.ts'

/** `dir` is the folder of the model's files; `activeHead` the active version's head in the format of head.bin. */
export type RefitRequest = {
  dir: string
  images: TrainingImage[]
  holdout: HoldoutImage[]
  activeHead: Uint8Array
}
export type RefitMessage = { kind: 'checking' } | { kind: 'done'; head: Uint8Array; verdict: GateVerdict }

type RefitOptions = {
  /** URL of the bundled worker. Default: the source. */
  workerUrl?: URL | undefined
  /** Called when the new head is fitted and the promotion gate starts. */
  onChecking?: () => void
}

/**
 * Refits the head and runs the promotion gate in a worker thread. Takes seconds.
 * @throws Error when the images and the files belong to different networks
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
    worker.once('exit', code => reject(new Error(`The refit worker exited with code ${code} before it finished`)))
  })
}
