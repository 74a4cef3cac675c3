// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { goOffline, goOnline, receivedRequests, respond } from '../../../testing/api-server.ts'
import { makeTrainingImage } from '../../../testing/fixtures/training.ts'
import { makePhoto } from '../../../testing/photos.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { BatchCard } from './BatchCard.tsx'

const endpoint = 'POST /analysis/upload-training-images/'
const notes = new File(['rain'], 'notes.jpg', { type: 'image/jpeg' })
const text = () => document.body.textContent

async function openBatch() {
  const { user, container } = await renderScreen(<BatchCard />, { user: 'expert', catalogs: ['detection', 'teaching'] })
  await user.click(screen.getByText('Many photos at once'))
  return {
    user,
    choose: async (...files: File[]) => {
      const input = container.querySelector<HTMLInputElement>('input[type=file]')
      if (input) await user.upload(input, files)
    },
    label: async () => {
      await user.click(screen.getByRole('combobox', { name: 'Label of all photos' }))
      await user.click(screen.getByRole('option', { name: 'Healthy' }))
    },
  }
}

it('many photos need a label', async () => {
  const { choose } = await openBatch()
  await choose(makePhoto())
  await expect.poll(getNotices).toEqual(['Please select a label for training.'])
  expect(receivedRequests).toEqual([])
})

it('many photos are sent although one file is no photo', async () => {
  respond(endpoint, makeTrainingImage())
  const { choose, label } = await openBatch()
  await label()
  await choose(makePhoto(), notes, makePhoto())
  await expect.poll(text).toContain('2 submitted, 1 rejected, 0 left')
  expect(screen.getByText('notes.jpg: File type not supported')).toBeTruthy()
})

it('many photos wait for a network, and each keeps its key', async () => {
  goOffline()
  const { user, choose, label } = await openBatch()
  await label()
  await choose(makePhoto(), makePhoto())
  await expect.poll(text).toContain('0 submitted, 0 rejected, 2 left')
  goOnline()
  respond(endpoint, makeTrainingImage())
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await expect.poll(text).toContain('2 submitted, 0 rejected, 0 left')
})

it('photos that are left stay while another screen is open, and the browser warns before they are lost', async () => {
  const isUnloadStopped = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  goOffline()
  const before = await openBatch()
  await before.label()
  await before.choose(makePhoto(), makePhoto())
  await expect.poll(text).toContain('0 submitted, 0 rejected, 2 left')
  cleanup()
  expect(isUnloadStopped()).toBe(true)
  const { user, choose, label } = await openBatch()
  expect(text()).toContain('0 submitted, 0 rejected, 2 left')
  await label()
  await choose(makePhoto())
  await expect.poll(text).toContain('0 submitted, 0 rejected, 3 left')
  goOnline()
  respond(endpoint, makeTrainingImage())
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await expect.poll(text).toContain('3 submitted, 0 rejected, 0 left')
  expect(isUnloadStopped()).toBe(false)
})
