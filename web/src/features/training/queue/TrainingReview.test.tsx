// @vitest-environment happy-dom
import type { QueuedImage } from '@kutu/contract/training/training-images'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { trainingSummary } from '../../../testing/fixtures/training.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { makeUser } from '../../../testing/users.ts'
import { TrainingReview } from './TrainingReview.tsx'

const list = 'GET /analysis/training-queue/'
const judge = 'PUT /analysis/training-queue/{id}/'
const options = { user: 'expert', catalogs: ['detection', 'teaching'] } as const
const summary = 'GET /analysis/training-summary/'
const makeImage = (digit: number): QueuedImage => ({
  id: `${digit}1111111-1111-7111-8111-111111111111`,
  image: `/files/${digit}.jpg`,
  crop_type: null,
})

beforeEach(() => respond(summary, trainingSummary))

describeScreenStates('the review of photos', {
  element: <TrainingReview />,
  options,
  endpoint: list,
  empty: { reply: makeListPage(), text: 'All done' },
  filled: { reply: makeListPage(makeImage(1)), text: 'What does it show?' },
})

describe('the review of photos', () => {
  it('labels by a key and shows the next photo', async () => {
    respond(list, makeListPage(makeImage(1), makeImage(2)))
    respond(judge, { id: makeImage(1).id, action: 'correct', label: 'common_rust' })
    const { user } = await renderScreen(<TrainingReview />, options)
    await screen.findByText('2 photos in the queue')
    await user.keyboard('r')
    expect(await screen.findByText('1 photo in the queue')).toBeTruthy()
    const review = receivedRequests.find(({ endpoint }) => endpoint === judge)
    expect(review).toMatchObject({ params: { id: makeImage(1).id }, body: { action: 'correct', label: 'common_rust' } })
    expect(screen.getByAltText('Leaf to judge').getAttribute('src')).toBe('/files/2.jpg')
  })

  it('offers every label in the same order', async () => {
    respond(list, makeListPage(makeImage(1)))
    await renderScreen(<TrainingReview />, options)
    await screen.findByText('What does it show?')
    const names = screen.getAllByRole('button').map(button => button.textContent)
    expect(names.filter(name => name?.startsWith('It is'))).toEqual([
      'It is: Common Rust',
      'It is: Healthy',
      'It is: Other Diseases',
    ])
  })

  it('lets an expert name the disease of the crop, whose letters are no shortcuts there', async () => {
    respond(list, makeListPage({ ...makeImage(1), crop_type: 'RICE' }, makeImage(2)))
    respond(judge, { id: makeImage(1).id, action: 'correct', label: 'other_disease' })
    const { user } = await renderScreen(<TrainingReview />, options)
    const select = await screen.findByRole('combobox', { name: /^Which disease/ })
    await user.click(select)
    await user.keyboard('r')
    expect(receivedRequests.some(({ endpoint }) => endpoint === judge)).toBe(false)
    await user.click(screen.getByRole('option', { name: 'Rice blast' }))
    await user.click(screen.getByRole('button', { name: 'It is: Rice blast' }))
    await expect
      .poll(() => receivedRequests.find(({ endpoint }) => endpoint === judge)?.body)
      .toEqual({ action: 'correct', label: 'other_disease', disease: 'rice-blast' })
    // The crop of the next photo is unknown.
    await expect.poll(() => screen.queryByRole('combobox', { name: /^Which disease/ })).toBeNull()
  })

  it('skips photos without a request and shows them again', async () => {
    respond(list, makeListPage(makeImage(1)))
    const { user } = await renderScreen(<TrainingReview />, options)
    await user.click(await screen.findByRole('button', { name: 'Later' }))
    await user.click(await screen.findByRole('button', { name: 'Show them again' }))
    expect(await screen.findByText('What does it show?')).toBeTruthy()
    expect(receivedRequests.every(({ endpoint }) => endpoint !== judge)).toBe(true)
  })

  it('moves on when another expert was faster', async () => {
    respond(list, makeListPage(makeImage(1), makeImage(2)))
    respondWithError(judge, 'already_decided', { message: 'Another expert was faster.' })
    const { user } = await renderScreen(<TrainingReview />, options)
    await user.click(await screen.findByRole('button', { name: 'Not a leaf, or unusable' }))
    await expect.poll(getNotices).toEqual(['Another expert was faster.'])
    expect(await screen.findByText('1 photo in the queue')).toBeTruthy()
  })

  it('asks for nothing while the expert is not approved', async () => {
    await renderScreen(<TrainingReview />, { ...options, user: makeUser('expert', { is_approved: false }) })
    expect(receivedRequests.filter(({ endpoint }) => endpoint === list)).toEqual([])
  })
})
