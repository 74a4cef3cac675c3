// @vitest-environment happy-dom
import type { Analysis } from '@kutu/contract/detection'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { goOffline, receivedRequests, respond, respondWithError } from '../../../../testing/api-server.ts'
import '../../../../testing/device-storage.ts'
import { makeAnalysis } from '../../../../testing/fixtures/detection.ts'
import { renderPastAnalysis } from '../../../../testing/render-past-analysis.tsx'
import { renderScreen } from '../../../../testing/render-screen.tsx'
import { AnalysisResult } from '../AnalysisResult.tsx'

const place = 'PUT /analysis/rust-detection/{id}/plant/'
const catalogs = ['detection', 'advice'] as const
const plant_id = '55555555-5555-7555-8555-555555555555'
const same_plant = { id: '2', image: '/files/earlier.jpg', uploaded_at: '2026-11-12T08:00:00Z' }

async function renderStored(changes: Partial<Analysis> = {}) {
  const rendered = await renderPastAnalysis(changes)
  await screen.findByRole('region', { name: 'The answer' })
  return rendered
}

/** Answers the next placement, and every later reading, with the changed analysis. */
function respondPlaced(changes: Partial<Analysis>) {
  respond(place, makeAnalysis(changes))
  respond('GET /analysis/rust-detection/{id}/', makeAnalysis(changes))
}

const getSent = () => receivedRequests.filter(({ endpoint }) => endpoint === place).map(({ body }) => body)
const findQuestion = () => screen.findByText('Same plant as on 12 Nov?')

it('asks with the earlier photo if it is the same plant; one tap says so and one takes it back', async () => {
  const { user, container } = await renderStored({ same_plant })
  await findQuestion()
  expect(container.querySelector('img[src*="earlier"]')).toBeTruthy()
  respondPlaced({ plant_id, same_plant })
  await user.click(screen.getByRole('button', { name: 'Same plant' }))
  expect(document.activeElement).toBe(await screen.findByText('Same plant as on 12 Nov'))
  expect(screen.queryByRole('button', { name: 'Another plant' })).toBeNull()
  respondPlaced({ same_plant })
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  await findQuestion()
  expect(getSent()).toEqual([{ same_as: same_plant.id }, { same_as: null }])
})

it('keeps that it is another plant', async () => {
  const { user } = await renderStored({ same_plant })
  await findQuestion()
  respondPlaced({ plant_id })
  await user.click(screen.getByRole('button', { name: 'Another plant' }))
  expect(await screen.findByText('The first photo of this plant')).toBeTruthy()
  expect(getSent()).toEqual([{ same_as: makeAnalysis().id }])
})

it('says why the photo could not be placed, and asks again', async () => {
  const { user } = await renderStored({ same_plant })
  respondWithError(place, 'internal', { message: 'The server had a problem.' })
  await user.click(screen.getByRole('button', { name: 'Same plant' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The server had a problem.')
  await findQuestion()
})

it('asks nothing without a network, without an earlier photo, and before the server has the photo', async () => {
  const { unmount } = await renderStored({ same_plant })
  await findQuestion()
  act(goOffline)
  expect(screen.queryByText(/Same plant/)).toBeNull()
  unmount()
  await renderScreen(<AnalysisResult analysis={makeAnalysis({ id: '' })} />, { user: 'farmer', catalogs })
  expect(screen.queryByText(/plant as on/)).toBeNull()
})
