// @vitest-environment happy-dom
import type { Teacher } from '@kutu/contract/training/teaching'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { receivedRequests, respond } from '../../../testing/api-server.ts'
import { makeRefit, makeVersion, trainingSummary } from '../../../testing/fixtures/training.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { ModelVersions } from '../models/ModelVersions.tsx'
import { Contributors } from './Contributors.tsx'

const teachers = 'GET /analysis/teachers/'
const change = 'PUT /analysis/teachers/{id}/'
const options = { user: 'admin', catalogs: ['detection', 'training', 'teaching'] } as const

const makeTeacher = (changes: Partial<Teacher> = {}): Teacher => ({
  id: '33333333-3333-7333-8333-333333333333',
  username: 'okello',
  place: 'NARO Kawanda',
  images: { accepted: 12, waiting: 3, refused: 1 },
  labels: 40,
  agreements: { experts: { kappa: 0.72, low: 0.51, high: 0.876, share: 0.84, photos: 40 }, controls: null },
  weight: 1,
  withdrawn: null,
  ...changes,
})
const withdrawn = {
  at: '2026-11-20T08:00:00Z',
  by: { id: '44444444-4444-7444-8444-444444444444', username: 'sanyu' },
}

beforeEach(() => respond('GET /analysis/training-summary/', trainingSummary))

describeScreenStates('the experts who teach the model', {
  element: <Contributors />,
  options,
  endpoint: teachers,
  empty: { reply: makeListPage(), text: 'Nobody has labeled photos yet' },
  filled: { reply: makeListPage(makeTeacher()), text: 'Photos: 12 accepted, 3 waiting, 1 not used' },
})

describe('the experts who teach the model', () => {
  it('have their photos withdrawn after a question that says what happens', async () => {
    respond(teachers, makeListPage(makeTeacher()))
    respond(change, makeTeacher({ withdrawn }))
    const { user } = await renderScreen(<Contributors />, options)
    await user.click(await screen.findByRole('button', { name: 'Withdraw the photos of okello' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('A new version is then taught without them. You activate it.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Withdraw photos' }))
    await expect.poll(getNotices).toEqual(['The photos of okello no longer count'])
    const request = receivedRequests.find(({ endpoint }) => endpoint === change)
    expect(request).toMatchObject({ params: { id: makeTeacher().id }, body: { is_withdrawn: true } })
  })

  it('are used again', async () => {
    respond(teachers, makeListPage(makeTeacher({ withdrawn })))
    respond(change, makeTeacher())
    const { user } = await renderScreen(<Contributors />, options)
    expect(await screen.findByText(/^Withdrawn by sanyu/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Use the photos of okello again' }))
    await expect.poll(getNotices).toEqual(['The photos of okello count again'])
  })
})

describe('the agreement of an expert', () => {
  it('is named with its interval', async () => {
    respond(teachers, makeListPage(makeTeacher()))
    await renderScreen(<Contributors />, options)
    expect(await screen.findByText('84% of 40 photos')).toBeTruthy()
    expect(screen.getByText('Beyond chance: 0.72, from 0.51 to 0.88 (Cohen’s kappa, 95%).')).toBeTruthy()
    expect(screen.getByText('Not known yet')).toBeTruthy()
  })

  it('that makes labels count less is explained', async () => {
    respond(teachers, makeListPage(makeTeacher({ weight: 0.5 })))
    await renderScreen(<Contributors />, options)
    expect(await screen.findByText('Others often disagree. These labels need more experts for now.')).toBeTruthy()
  })
})

describe('a version of the model', () => {
  it('shows an administrator who taught it', async () => {
    respond('GET /analysis/models/', makeListPage(makeVersion({ version: '2026.01.01-1.r1', refit: makeRefit() })))
    const taught = { id: makeTeacher().id, username: 'okello', place: 'NARO Kawanda', images: 8, is_withdrawn: true }
    respond('GET /analysis/models/{version}/teachers/', makeListPage(taught))
    const { user } = await renderScreen(<ModelVersions />, options)
    await user.click(await screen.findByText('Who taught it'))
    expect(await screen.findByText('okello')).toBeTruthy()
    expect(screen.getByText('8 photos')).toBeTruthy()
    expect(screen.getByText('Withdrawn')).toBeTruthy()
  })

  it('does not show an expert who taught it', async () => {
    respond('GET /analysis/models/', makeListPage(makeVersion({ version: '2026.01.01-1.r1', refit: makeRefit() })))
    await renderScreen(<ModelVersions />, { ...options, user: 'expert' })
    expect(await screen.findByText('2026.01.01-1.r1')).toBeTruthy()
    expect(screen.queryByText('Who taught it')).toBeNull()
  })
})
