// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, respond } from '../../../testing/api-server.ts'
import '../../../testing/device-storage.ts'
import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { finishAttempt, markSending, removeItem } from '../../../api/outbox/outbox-store.ts'
import { makeAnalysis } from '../../../testing/fixtures/detection.ts'
import { fillOutbox, makeOutboxItem } from '../../../testing/fixtures/outbox.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import type { AnalysisRun } from '../capture/use-photo-upload.ts'
import { CurrentResult } from './CurrentResult.tsx'

const makeRun = (changes: Partial<AnalysisRun> = {}): AnalysisRun => ({
  item: makeOutboxItem(),
  storedAnalysis: null,
  rejectionMessage: null,
  ...changes,
})
const render = (run: AnalysisRun) =>
  renderScreen(<CurrentResult run={run} />, { user: 'farmer', catalogs: ['detection', 'advice'] })
const findResult = () => screen.findByRole('region', { name: 'The answer' })

async function renderStored(item: OutboxItem<'photo'>) {
  await fillOutbox(item)
  await render(makeRun({ item }))
}
async function renderRecord(changes: Parameters<typeof makeAnalysis>[0] = {}) {
  const storedAnalysis = makeAnalysis(changes)
  respond('GET /analysis/rust-detection/{id}/', storedAnalysis)
  await render(makeRun({ storedAnalysis }))
}

describe('the result on the upload screen', () => {
  it('is missing until this phone or the server has answered', async () => {
    await render(makeRun({ item: makeOutboxItem({ data: { answer: null } }) }))
    expect(screen.queryByRole('region', { name: 'The answer' })).toBeNull()
  })

  it('is the phone’s answer while the device is offline, and says that the photo waits', async () => {
    goOffline()
    await renderStored(makeOutboxItem())
    const result = await findResult()
    expect(result.textContent).toContain('93.00%')
    expect(await screen.findByText('Kept on this phone. It goes to your history later.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /community/i })).toBeNull()
  })

  it('leads to a booking with its photo, which has no analysis yet', async () => {
    await renderStored(makeOutboxItem())
    const link = await screen.findByRole('link', { name: 'Book a Slot' })
    expect(link.getAttribute('href')).toBe(`/experts?crop=MAIZE&photo=${makeOutboxItem().key}`)
  })

  it('says that the photo is being sent', async () => {
    markSending(makeOutboxItem().key, true)
    await renderStored(makeOutboxItem())
    expect(await screen.findByText('Sending the photo to your history…')).toBeTruthy()
    markSending(makeOutboxItem().key, false)
    expect(await screen.findByText('Kept on this phone. It goes to your history later.')).toBeTruthy()
  })

  it('says that the photo has been sent when it has left the outbox', async () => {
    const item = makeOutboxItem({ key: 'sent-later' })
    await renderStored(item)
    expect(await screen.findByText('Kept on this phone. It goes to your history later.')).toBeTruthy()
    await finishAttempt(item, { analysisId: 'an-analysis' })
    expect(await screen.findByText('Saved to your history')).toBeTruthy()
  })

  it('says nothing of the history when the photo was removed from the outbox', async () => {
    const item = makeOutboxItem({ key: 'removed' })
    await renderStored(item)
    expect(await screen.findByText('Kept on this phone. It goes to your history later.')).toBeTruthy()
    await removeItem(item.key)
    await expect.poll(() => screen.queryByText('Kept on this phone. It goes to your history later.')).toBeNull()
    expect(screen.queryByText('Saved to your history')).toBeNull()
  })

  it('says that the server refused the photo later', async () => {
    await renderStored(makeOutboxItem({ state: { kind: 'refused', message: 'We see no leaf in this photo.' } }))
    expect(await screen.findByText('We see no leaf in this photo.')).toBeTruthy()
    expect(screen.getByText(/^The server did not accept this photo/)).toBeTruthy()
    expect(screen.queryByText('Saved to your history')).toBeNull()
  })

  it('says that the server agrees', async () => {
    await renderRecord()
    expect(await screen.findByText('Saved to your history')).toBeTruthy()
  })

  it('is the server’s answer when it differs from the phone’s', async () => {
    await renderRecord({ rust_class: 'healthy', disease: null })
    expect(await screen.findByText('The server sees it differently')).toBeTruthy()
    expect(screen.getByText(/^This phone said: Common Rust\. The server says: Healthy\./)).toBeTruthy()
  })

  it('no longer compares the answers once the crop is corrected', async () => {
    const storedAnalysis = makeAnalysis({ rust_class: 'healthy', disease: null })
    respond('GET /analysis/rust-detection/{id}/', makeAnalysis({ crop_type: 'BEANS' }))
    await render(makeRun({ storedAnalysis }))
    expect(await screen.findByText('Crop: Beans')).toBeTruthy()
    expect(screen.queryByText('The server sees it differently')).toBeNull()
  })

  it('shows why the server rejected the photo', async () => {
    await render(makeRun({ rejectionMessage: 'We see no leaf in this photo.' }))
    expect(await screen.findByText(/^The server did not accept this photo/)).toBeTruthy()
    expect(screen.getByText('We see no leaf in this photo.')).toBeTruthy()
  })
})
