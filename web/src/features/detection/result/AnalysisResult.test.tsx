// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeAnalysis } from '../detection-fixtures.ts'
import { AnalysisResult } from './AnalysisResult.tsx'

const render = (changes: Parameters<typeof makeAnalysis>[0] = {}) =>
  renderScreen(<AnalysisResult analysis={makeAnalysis(changes)} />, {
    user: 'farmer',
    catalogs: ['detection', 'advice'],
  })
const report = 'POST /analysis/rust-detection/{id}/report/'

describe('the result of an analysis', () => {
  it('shows class, confidence, advice and the way to experts of the crop', async () => {
    await render()
    expect(screen.getAllByText('93.00%').length).toBeGreaterThan(0)
    expect(screen.getByText('Look at ten plants.')).toBeTruthy()
    const links = screen.getAllByRole('link').map(link => link.getAttribute('href'))
    expect(links).toContain('/experts?crop=MAIZE')
    expect(links).toContain('/learn/common_rust')
  })

  it('hides the heat map on request', async () => {
    const { user } = await render()
    const opacity = screen.getByRole<HTMLInputElement>('slider')
    expect(opacity.disabled).toBe(false)
    await user.click(screen.getByRole('checkbox', { name: /heat map/i }))
    expect(opacity.disabled).toBe(true)
  })

  it('is reported as wrong with the correct class', async () => {
    respond(report, {
      id: '22222222-2222-7222-8222-222222222222',
      label: 'healthy',
      state: 'waiting',
      uploaded_at: '2026-11-20T08:00:00Z',
    })
    const { user } = await render()
    await user.click(screen.getByRole('button', { name: 'This is wrong' }))
    await user.click(screen.getByLabelText('Healthy'))
    await user.click(screen.getByRole('button', { name: 'Send to experts' }))
    expect((await screen.findAllByText('Thank you for telling us')).length).toBeGreaterThan(0)
    expect(receivedRequests.at(-1)?.body).toEqual({ label: 'healthy' })
  })

  it('says why a report failed', async () => {
    respondWithError(report, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    await user.click(screen.getByRole('button', { name: 'This is wrong' }))
    await user.click(screen.getByRole('button', { name: 'Send to experts' }))
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
  })
})
