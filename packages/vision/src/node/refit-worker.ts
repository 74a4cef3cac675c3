import { parentPort, workerData } from 'node:worker_threads'
import { parseHead, serializeHead } from '../inference/head.ts'
import { evaluatePromotion } from '../refit/promotion-gate.ts'
import { refitHead } from '../refit/refit-head.ts'
import { readBaseStatistics, readModelFiles } from './model-files.ts'
import type { RefitMessage, RefitRequest } from './refit-thread.ts'

const { dir, images, holdout, activeHead } = workerData as RefitRequest
const sendMessage = (message: RefitMessage) => parentPort?.postMessage(message)

const { card, head: shippedHead } = await readModelFiles(dir)
const base = await readBaseStatistics(dir)
const active = parseHead(activeHead, card.classes.length, card.embeddingSize)
const { head } = refitHead(base, { card, head: shippedHead }, images)
sendMessage({ kind: 'checking' })
sendMessage({
  kind: 'done',
  head: serializeHead(head),
  verdict: evaluatePromotion(base, card, active, head, holdout, shippedHead),
})
