// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { noteSavedAnswer, noteSignUp } from '../../../../api/session/saved-answer.ts'
import { receivedRequests, respond, respondWithError } from '../../../../testing/api-server.ts'
import '../../../../testing/device-storage.ts'
import { listItems, putItem } from '../../../../api/outbox/outbox-store.ts'
import { registerSenders } from '../../../../api/outbox/send-outbox.ts'
import { makeAnalysis } from '../../../../testing/fixtures/detection.ts'
import { makeOutboxItem } from '../../../../testing/fixtures/outbox.ts'
import { renderScreen } from '../../../../testing/render-screen.tsx'
import { makeUser } from '../../../../testing/users.ts'
import { KeptAnswer, SavedAnswer } from '../../outbox/SavedAnswer.tsx'
import { claimSavedAnswers, listSavedAnswers, visitorId } from '../../outbox/saved-answers.ts'
import { sendPhoto } from '../../outbox/send.ts'
import { CurrentResult } from '../CurrentResult.tsx'

const upload = 'POST /analysis/rust-detection/'
const farmer = makeUser('farmer').id
const item = makeOutboxItem({ ownerId: visitorId })
const catalogs = ['trial', 'detection', 'advice'] as const

const run = { item, storedAnalysis: null, rejectionMessage: null }
const renderAnswer = () => renderScreen(<CurrentResult run={run} />, { catalogs, path: '/try', route: '/try' })

it('a visitor sees the answer with its advice, and Book a Slot leads to the sign-up', async () => {
  await renderAnswer()
  expect(await screen.findByRole('heading', { level: 2, name: /rust/i })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Book a Slot' }).getAttribute('href')).toBe('/auth/signup')
  const links = screen.getAllByRole('link').map(link => link.getAttribute('href') ?? '')
  expect(links.filter(href => href.startsWith('/account'))).toEqual([])
  expect(receivedRequests).toEqual([])
})

it('for another crop the phone looks again, and the answer for the crop before is never shown under it', async () => {
  respondWithError('GET /analysis/active-model/', 'internal')
  const diagnosed: (() => void)[] = []
  // A browser whose model sees no leaf.
  const noLeaf = { photos: [{ detection: { isLeaf: false } }], answer: null, modelVersion: '1' }
  class NoLeafWorker extends EventTarget {
    postMessage({ id, type }: { id: number; type: string }) {
      const answer = () =>
        this.dispatchEvent(new MessageEvent('message', { data: { id, type, version: '1', diagnosis: noLeaf } }))
      if (type === 'diagnose') diagnosed.push(answer)
      else answer()
    }
  }
  vi.stubGlobal('Worker', NoLeafWorker)
  vi.stubGlobal('OffscreenCanvas', class {})
  const { user } = await renderAnswer()
  await user.click(await screen.findByRole('button', { name: 'Change crop' }))
  await user.click(screen.getByRole('radio', { name: 'Beans' }))
  expect(screen.getByText('Answering again…')).toBeTruthy()
  await expect.poll(() => diagnosed).toHaveLength(1)
  diagnosed[0]?.()
  expect(await screen.findByText('This phone could not check the photo. Please try again.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Not sure' }).checked).toBe(true)
  expect(screen.queryByText('Answering again…')).toBeNull()
  vi.unstubAllGlobals()
})

it.each([
  ['button', 'Save this answer'],
  ['link', 'Book a Slot'],
] as const)('the %s “%s” keeps photo and answer on this phone and leads to the sign-up', async (role, name) => {
  const { user, getPath } = await renderAnswer()
  await user.click(await screen.findByRole(role, { name }))
  await expect.poll(getPath).toBe('/auth/signup')
  const [saved] = await listSavedAnswers()
  expect(saved).toMatchObject({
    key: item.key,
    ownerId: visitorId,
    data: { answer: { modelVersion: item.data.answer?.modelVersion } },
  })
  expect(saved?.data.photos[0].photo.size).toBeGreaterThan(0)
  expect(receivedRequests).toEqual([])
})

it('the sign-up shows the photo on top and says that the answer is kept', async () => {
  const { user, unmount } = await renderAnswer()
  await user.click(await screen.findByRole('button', { name: 'Save this answer' }))
  await expect.poll(async () => (await listSavedAnswers()).length).toBe(1)
  unmount()
  const kept = await renderScreen(<KeptAnswer />, { catalogs })
  expect(await screen.findByText('Your common rust of maize answer is kept.')).toBeTruthy()
  expect(screen.getByAltText<HTMLImageElement>('The saved photo').src).toMatch(/^blob:/)
  kept.unmount()
  noteSavedAnswer('Other Diseases (MLN)')
  await renderScreen(<KeptAnswer />, { catalogs })
  expect(await screen.findByText('Your other diseases (MLN) answer is kept.')).toBeTruthy()
})

it('the account of the sign-up gets the saved answer without a question, and nobody else does', async () => {
  const { user } = await renderAnswer()
  await user.click(await screen.findByRole('button', { name: 'Save this answer' }))
  await expect.poll(async () => (await listSavedAnswers()).length).toBe(1)
  noteSignUp(farmer)
  expect(await claimSavedAnswers('somebody-else')).toBe(false)
  expect(await claimSavedAnswers(farmer)).toBe(true)
  expect((await listItems(farmer)).map(({ key }) => key)).toEqual([item.key])
  expect(await listSavedAnswers()).toEqual([])
  expect(await claimSavedAnswers(farmer)).toBe(false)
})

it('somebody else who signs in is asked, and the answer is sent once', async () => {
  registerSenders({ photo: sendPhoto })
  await putItem(item)
  respond(upload, makeAnalysis())
  const { user } = await renderScreen(<SavedAnswer />, { user: 'farmer', catalogs })
  expect(await screen.findByText('Is this leaf yours?')).toBeTruthy()
  expect(receivedRequests).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Yes, add it to my history' }))
  await expect.poll(() => receivedRequests.map(({ endpoint }) => endpoint)).toEqual([upload])
  expect(receivedRequests[0]?.headers.get('idempotency-key')).toBe(item.key)
  await expect.poll(() => screen.queryByText('Is this leaf yours?')).toBeNull()
  await expect.poll(async () => (await listItems(farmer)).length).toBe(0)
})

it('a saved answer of somebody else can be deleted', async () => {
  await putItem(item)
  const { user } = await renderScreen(<SavedAnswer />, { user: 'farmer', catalogs })
  await user.click(await screen.findByRole('button', { name: 'No, delete it' }))
  await expect.poll(listSavedAnswers).toEqual([])
  expect(receivedRequests).toEqual([])
})
