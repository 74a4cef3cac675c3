// @vitest-environment happy-dom
import type { Analysis } from '@kutu/contract/detection'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { goOffline, receivedRequests, respond, respondLater, respondWithError } from '../../../../testing/api-server.ts'
import '../../../../testing/device-storage.ts'
import { makeAnalysis } from '../../../../testing/fixtures/detection.ts'
import { renderPastAnalysis } from '../../../../testing/render-past-analysis.tsx'
import { renderScreen } from '../../../../testing/render-screen.tsx'
import { AnalysisResult } from '../AnalysisResult.tsx'

const correct = 'PATCH /analysis/rust-detection/{id}/'
const catalogs = ['detection', 'advice'] as const

async function renderStored(changes: Partial<Analysis> = {}) {
  const rendered = await renderPastAnalysis(changes)
  return { ...rendered, change: await screen.findByRole<HTMLButtonElement>('button', { name: 'Change crop' }) }
}
const getHeading = () => screen.getByRole('heading', { level: 2 }).textContent

it('names the crop that the model sees when the farmer stated none', async () => {
  await renderStored()
  expect(screen.getByText('Looks like maize')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

it.each([
  [{ crop_type: 'BEANS' as const }, 'Crop: Beans'],
  [{ crop_estimate: { crop: 'apple', probability: 0.9 } }, 'Looks like another crop'],
  [{ crop_estimate: null }, 'Crop not known'],
])('names the crop of %j', async (changes, text) => {
  await renderStored(changes)
  expect(screen.getByText(text)).toBeTruthy()
})

it('a tap on another crop changes the answer', async () => {
  const { user, change } = await renderStored()
  const corrected = makeAnalysis({ crop_type: 'BEANS', crop: 'beans', rust_class: 'healthy', disease: null })
  const release = respondLater(correct, corrected)
  await user.click(change)
  await user.click(screen.getByRole('radio', { name: 'Beans' }))
  expect(await screen.findByText('Answering again…')).toBeTruthy()
  respond('GET /analysis/rust-detection/{id}/', corrected)
  release()
  await expect.poll(getHeading).toBe('Healthy')
  expect(screen.getByText('Crop: Beans')).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(document.activeElement).toBe(change)
  const sent = receivedRequests.filter(({ endpoint }) => endpoint === correct)
  expect(sent.map(({ body }) => body)).toEqual([{ crop_type: 'BEANS' }])
})

it('says why the answer stays', async () => {
  const { user, change } = await renderStored({ crop_type: 'MAIZE' })
  respondWithError(correct, 'not_a_leaf', { message: 'We see no leaf in this photo.' })
  await user.click(change)
  await user.click(screen.getByRole('radio', { name: 'Not sure' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We see no leaf in this photo.')
  expect(getHeading()).toBe('Common Rust')
  expect(screen.getByText('Crop: Maize')).toBeTruthy()
  expect(receivedRequests.at(-1)?.body).toEqual({ crop_type: null })
})

it('needs a network', async () => {
  const { change } = await renderStored()
  act(goOffline)
  expect(change.disabled).toBe(true)
  expect(screen.getByText('Changing the crop needs a network.')).toBeTruthy()
})

it('is not offered for an answer that the server does not have yet', async () => {
  await renderScreen(<AnalysisResult analysis={makeAnalysis({ id: '' })} />, { user: 'farmer', catalogs })
  expect(screen.getByText('Looks like maize')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change crop' })).toBeNull()
})
