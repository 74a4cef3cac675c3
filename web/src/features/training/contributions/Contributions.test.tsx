// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond } from '../../../testing/api-server.ts'
import { makeTrainingImage, trainingSummary } from '../../../testing/fixtures/training.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { Contributions } from './Contributions.tsx'

const list = 'GET /analysis/upload-training-images/'
const options = { user: 'expert', catalogs: ['detection', 'teaching'] } as const
const respondToSummary = () => respond('GET /analysis/training-summary/', trainingSummary)

describeScreenStates('the expert’s contributions', {
  element: <Contributions />,
  options,
  endpoint: list,
  empty: { reply: makeListPage(), text: 'No contributions yet' },
  filled: { reply: makeListPage(makeTrainingImage()), text: 'The next session learns from it.' },
  respondToOthers: respondToSummary,
})

describe('the expert’s contributions', () => {
  it('are withdrawn after a confirmation', async () => {
    respondToSummary()
    respond(list, makeListPage(makeTrainingImage()))
    respond('DELETE /analysis/upload-training-images/{id}/', undefined)
    const { user } = await renderScreen(<Contributions />, options)
    await user.click(await screen.findByRole('button', { name: /^Withdraw the photo/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    await expect.poll(getNotices).toEqual(['The photo was withdrawn'])
    expect(receivedRequests.some(({ endpoint }) => endpoint.startsWith('DELETE'))).toBe(true)
  })
})
