import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { parseBaseStatistics } from '../base-statistics.ts'
import { gate } from '../gate.ts'
import { headBytes, parseHead } from '../head.ts'
import { refitHead } from '../refit.ts'
import { readModelFiles } from './model-files.ts'
import type { RefitAsked, RefitTold } from './refit.ts'

const { dir, images, heldBack, activeHead } = workerData as RefitAsked
const tell = (told: RefitTold) => parentPort?.postMessage(told)

const { card, head: shipped } = await readModelFiles(dir)
const base = parseBaseStatistics(await readFile(path.join(dir, 'base.bin')))
const active = parseHead(activeHead, card.classes.length, card.embeddingSize)
const { head } = refitHead(base, { card, head: shipped }, images)
tell({ kind: 'checking' })
tell({ kind: 'done', head: headBytes(head), verdict: gate(base, card, active, head, heldBack, shipped) })
