// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { goOffline, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { makeTrainingImage } from '../../../testing/fixtures/training.ts'
import { makePhoto, makeTaggedPhoto, secretPlace } from '../../../testing/photos.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { SubmitForm } from './ModelTraining.tsx'

const endpoint = 'POST /analysis/upload-training-images/'
const options = { user: 'expert', catalogs: ['detection', 'teaching'] } as const

async function fillAndSubmit(user: UserEvent, container: HTMLElement, photo = makePhoto()) {
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (input) await user.upload(input, photo)
  await user.click(screen.getByRole('combobox', { name: 'What does it show?' }))
  await user.click(screen.getByRole('option', { name: 'Healthy' }))
  await user.click(screen.getByRole('button', { name: 'Submit for Training' }))
}

describe('submitting a training photo', () => {
  it('needs a photo and a label', async () => {
    const { user } = await renderScreen(<SubmitForm />, options)
    await user.click(screen.getByRole('button', { name: 'Submit for Training' }))
    await expect.poll(() => getNotices().length).toBe(2)
    expect(receivedRequests).toEqual([])
  })

  it('sends them and clears the form', async () => {
    respond(endpoint, makeTrainingImage())
    const { user, container } = await renderScreen(<SubmitForm />, options)
    await fillAndSubmit(user, container)
    await expect.poll(getNotices).toEqual(['Training data submitted successfully'])
    expect(screen.getByRole('combobox', { name: 'What does it show?' }).textContent).not.toContain('Healthy')
  })

  it('sends the photo without the place where it was taken', async () => {
    respond(endpoint, makeTrainingImage())
    const { user, container } = await renderScreen(<SubmitForm />, options)
    await fillAndSubmit(user, container, makeTaggedPhoto())
    await expect.poll(getNotices).toEqual(['Training data submitted successfully'])
    expect(receivedRequests[0]?.body).toContain('filename="leaf.jpg"')
    expect(receivedRequests[0]?.body).not.toContain(secretPlace)
  })

  it('sends nothing that is no photo', async () => {
    const { user, container } = await renderScreen(<SubmitForm />, options)
    await fillAndSubmit(user, container, new File(['a letter'], 'leaf.jpg', { type: 'image/jpeg' }))
    await expect.poll(getNotices).toEqual(['File type not supported'])
    expect(receivedRequests).toEqual([])
  })

  it('keeps the photo and the label when the server rejects them', async () => {
    respondWithError(endpoint, 'duplicate_image', { message: 'This leaf was submitted before.' })
    const { user, container } = await renderScreen(<SubmitForm />, options)
    await fillAndSubmit(user, container)
    await expect.poll(getNotices).toEqual(['This leaf was submitted before.'])
    expect(screen.getByRole('combobox', { name: 'What does it show?' }).textContent).toContain('Healthy')
  })

  it('keeps them when there is no connection', async () => {
    goOffline()
    const { user, container } = await renderScreen(<SubmitForm />, options)
    await fillAndSubmit(user, container)
    await expect.poll(() => getNotices()[0]).toMatch(/no connection/i)
  })

  it('is disabled until the expert is approved', async () => {
    await renderScreen(<SubmitForm />, { ...options, user: makeUser('expert', { is_approved: false }) })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit for Training' }).disabled).toBe(true)
  })
})
