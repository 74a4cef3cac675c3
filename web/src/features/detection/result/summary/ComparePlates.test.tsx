// @vitest-environment happy-dom
import type { Analysis } from '@kutu/contract/detection'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { goOffline, receivedRequests, respond, respondWithError } from '../../../../testing/api-server.ts'
import '../../../../testing/device-storage.ts'
import { renderScreen } from '../../../../testing/render-screen.tsx'
import { makeAnalysis } from '../../detection-fixtures.ts'
import { PastAnalysis } from '../../history/PastAnalysis.tsx'

const compare = 'PUT /analysis/rust-detection/{id}/comparison/'
const show = 'GET /analysis/rust-detection/{id}/'
const card = 'beans-rust'

const makeRust = (changes: Partial<Analysis> = {}) => {
  const [resource] = makeAnalysis().educational_resources
  return makeAnalysis({
    crop: 'beans',
    disease: 'rust',
    educational_resources: resource ? [{ ...resource, id: card }] : [],
    ...changes,
  })
}

async function render(analysis: Analysis) {
  respond(show, analysis)
  const path = `/past/${analysis.id}`
  const catalogs = ['detection', 'advice'] as const
  const rendered = await renderScreen(<PastAnalysis />, { user: 'farmer', catalogs, path, route: '/past/:id' })
  await screen.findByRole('heading', { level: 2 })
  return rendered
}
const getButton = (name: string) => screen.getByText(name).closest('button') as HTMLButtonElement
const isPressed = (name: string) => getButton(name).getAttribute('aria-pressed') === 'true'

it.each([
  [null, 'Like mine', { card, looks_alike: true }],
  [{ card, looks_alike: true }, 'Not like mine', { card, looks_alike: false }],
  [{ card, looks_alike: true }, 'Like mine', null],
])('after %j, a press on "%s" stores %j', async (before, button, comparison) => {
  const { user } = await render(makeRust({ comparison: before }))
  expect([isPressed('Like mine'), isPressed('Not like mine')]).toEqual([before !== null, false])

  respond(compare, makeRust({ comparison }))
  respond(show, makeRust({ comparison }))
  await user.click(getButton(button))
  await expect.poll(() => isPressed('Like mine')).toBe(comparison?.looks_alike === true)
  expect(isPressed('Not like mine')).toBe(comparison?.looks_alike === false)
  expect(receivedRequests.findLast(({ endpoint }) => endpoint === compare)?.body).toEqual({ comparison })
})

it('says why it was not stored', async () => {
  const { user } = await render(makeRust())
  respondWithError(compare, 'not_found', { message: 'This analysis does not exist any more.' })
  await user.click(getButton('Like mine'))
  expect((await screen.findByRole('alert')).textContent).toContain('does not exist any more')
  expect(isPressed('Like mine')).toBe(false)
})

it('needs a network', async () => {
  await render(makeRust())
  act(goOffline)
  expect(getButton('Like mine').disabled).toBe(true)
  expect(screen.getByText('Storing this needs a network.')).toBeTruthy()
})

it('is left out for a crop that Kutu has no drawings of', async () => {
  await render(makeRust({ crop_type: 'OTHER', crop: 'other', band: 'unfamiliar', verdict: 'uncertain' }))
  expect(screen.queryByText('Like mine')).toBeNull()
})
