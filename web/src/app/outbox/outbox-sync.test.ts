// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OutboxPhoto } from '../../api/outbox/outbox-item.ts'
import { sendOutbox } from '../../api/outbox/send-outbox.ts'
import { startSession } from '../../api/session/session.ts'
import { loadCatalogs, setLocale } from '../../i18n/i18n.ts'
import { failToReach, receivedRequests, respond, respondWithError } from '../../testing/api-server.ts'
import { makeAnalysis } from '../../testing/fixtures/detection.ts'
import { fillOutbox, makeOutboxItem, makeOutboxPhoto } from '../../testing/fixtures/outbox.ts'
import '../../testing/browser-stubs.ts'
import '../../testing/device-storage.ts'
import { makeUser } from '../../testing/users.ts'
import { startOutboxSync } from './outbox-sync.ts'

// Before the outbox is loaded: a channel of its own, because test files that run at the same time share the others.
vi.hoisted(() => {
  const Shared = BroadcastChannel
  const suffix = Math.random()
  globalThis.BroadcastChannel = class extends Shared {
    constructor(name: string) {
      super(`${name}-${suffix}`)
    }
  }
})

const upload = 'POST /analysis/rust-detection/'

/** The pauses before the next attempt, which the test ends itself. */
let pauses: { delayMs: number; end: () => void }[] = []
let stop: () => void

beforeEach(async () => {
  pauses = []
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, delayMs = 0, ...rest: unknown[]) => {
    if (delayMs < 2_000) return Reflect.apply(setTimeout, globalThis, [callback, delayMs, ...rest])
    // The model, which comes after the first screen.
    if (delayMs !== 10_000) pauses.push({ delayMs, end: callback })
    return 0
  }) as typeof setTimeout)
  await loadCatalogs('common')
  await setLocale('en')
  startSession({ access: 'access', refresh: 'refresh', user: makeUser('farmer') })
  respondWithError('GET /analysis/active-model/', 'internal')
  await fillOutbox(makeOutboxItem())
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

/** Returns the pauses after the first attempts. */
async function listPauses(count: number): Promise<number[]> {
  stop = startOutboxSync(new QueryClient())
  for (let attempt = 1; attempt <= count; attempt++) {
    await vi.waitFor(() => expect(pauses).toHaveLength(attempt))
    if (attempt < count) pauses.at(-1)?.end()
  }
  expect(receivedRequests.filter(({ endpoint }) => endpoint === upload)).toHaveLength(count)
  return pauses.map(({ delayMs }) => delayMs)
}

describe('what waits in the outbox', () => {
  it('is sent again every 30 seconds at last while the server cannot be reached', async () => {
    failToReach(upload)
    expect(await listPauses(6)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  it('is sent again every 15 minutes at last while the server answers that it cannot take it', async () => {
    respondWithError(upload, 'overloaded')
    const seconds = (await listPauses(11)).map(delayMs => delayMs / 1000)
    expect(seconds).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  it('is sent again soon after something else was added', async () => {
    respondWithError(upload, 'overloaded')
    await listPauses(4)
    await fillOutbox(makeOutboxItem({ key: 'second' }))
    await vi.waitFor(() => expect(pauses.at(-1)?.delayMs).toBe(2_000))
  })

  it('is not sent by pages that were closed during an attempt', async () => {
    const plant = 'POST /analysis/plant-analyses/'
    const photos: [OutboxPhoto, OutboxPhoto] = [makeOutboxPhoto('1.jpg'), makeOutboxPhoto('2.jpg')]
    await fillOutbox(makeOutboxItem({ key: 'plant', createdAt: '2026-11-21T08:00:00.000Z', data: { photos } }))
    respond(upload, () => {
      stop()
      return makeAnalysis()
    })
    failToReach(plant)
    const client = new QueryClient()
    stop = startOutboxSync(client)
    const countAttempts = () => receivedRequests.filter(({ endpoint }) => endpoint === plant).length
    await vi.waitFor(() => expect(countAttempts()).toBe(1))
    // A second pass can begin as soon as the first has ended.
    await vi.waitFor(async () => {
      await sendOutbox(client)
      expect(countAttempts()).toBe(2)
    })
    expect(pauses.map(({ delayMs }) => delayMs)).not.toContain(2_000)
  })
})
