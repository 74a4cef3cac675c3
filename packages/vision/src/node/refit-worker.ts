import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { parseHead, serializeHead } from '../inference/head.ts'
import { parseBaseStatistics } from '../refit/base-statistics.ts'
import { evaluatePromotion } from '../refit/promotion-gate.ts'
import { refitHead } from '../refit/refit-head.ts'
import { readModelFiles } from './model-files.ts'
import type { RefitMessage, RefitRequest } from './refit-thread.ts'

const { dir, images, holdout, activeHead } = workerData as RefitRequest
const sendMessage = (message: RefitMessage) => parentPort?.postMessage(message)

const { card, head: shippedHead } = await readModelFiles(dir)
const base = parseBaseStatistics(await readFile(path.join(dir, 'base.bin')))
const active = parseHead(activeHead, card.classes.length, card.embeddingSize)
const { head } = refitHead(base, { card, head: shippedHead }, images)
sendMessage({ kind: 'checking' })
sendMessage({
  kind: 'done',
  head: serializeHead(head),
  verdict: evaluatePromotion(base, card, active, head, holdout, shippedHead),
})
