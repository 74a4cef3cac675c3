// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { makeSession, makeVersion, trainingSummary } from '../../../testing/fixtures/training.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { ModelAdministration } from '../models/ModelAdministration.tsx'
import { ModelVersions } from '../models/ModelVersions.tsx'
import { TrainingSessions } from './TrainingSessions.tsx'
import { TrainingSummary } from './TrainingSummary.tsx'

const sessions = 'GET /analysis/training-sessions/'
const versions = 'GET /analysis/models/'
const summary = 'GET /analysis/training-summary/'
const teaching = 'PUT /analysis/teaching/'
const teachers = 'GET /analysis/teachers/'
const start = 'POST /analysis/training-sessions/'
const activate = 'PUT /analysis/models/{version}/activate/'
const photos = 'GET /analysis/models/{version}/photos/'
const options = { user: 'expert', catalogs: ['detection', 'teaching'] } as const

function respondToOthers() {
  respond(summary, trainingSummary)
  respond(versions, makeListPage())
}

describeScreenStates('the training sessions', {
  element: <TrainingSessions />,
  options,
  endpoint: sessions,
  empty: { reply: makeListPage(), text: 'No sessions yet' },
  filled: { reply: makeListPage(makeSession()), text: 'The new version answers now.' },
  respondToOthers,
})

describe('the training sessions', () => {
  it('are started by an approved expert', async () => {
    respondToOthers()
    respond(sessions, makeListPage())
    respond(start, makeSession({ state: 'queued' }))
    const { user } = await renderScreen(<TrainingSessions />, options)
    await user.click(await screen.findByRole('button', { name: 'Start a session' }))
    await expect.poll(getNotices).toEqual(['The training session has started'])
  })

  it('are not offered while teaching is paused, which the screen says', async () => {
    const by = { id: '44444444-4444-7444-8444-444444444444', username: 'sanyu' }
    respond(summary, { ...trainingSummary, paused: { at: '2026-11-20T08:00:00Z', by } })
    respond(versions, makeListPage())
    respond(sessions, makeListPage())
    await renderScreen(<TrainingSessions />, options)
    expect(await screen.findByText('Teaching is paused')).toBeTruthy()
    expect(screen.getByText(/^sanyu paused it on/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Start a session' })).toBeNull()
  })

  it('say why one cannot be started', async () => {
    respondToOthers()
    respond(sessions, makeListPage())
    respondWithError(start, 'session_running', { message: 'A session is running.' })
    const { user } = await renderScreen(<TrainingSessions />, options)
    await user.click(await screen.findByRole('button', { name: 'Start a session' }))
    await expect.poll(getNotices).toEqual(['A session is running.'])
  })

  it('show the progress of a running session', async () => {
    respondToOthers()
    respond(sessions, makeListPage(makeSession({ state: 'running', phase: 'fitting', progress: 40 })))
    await renderScreen(<TrainingSessions />, options)
    const progress = await screen.findByRole<HTMLProgressElement>('progressbar')
    expect(progress.value).toBe(40)
    expect(screen.getByText('Learning')).toBeTruthy()
  })
})

describeScreenStates('the model versions', {
  element: <ModelVersions />,
  options,
  endpoint: versions,
  empty: { reply: makeListPage(), text: 'No versions yet' },
  filled: { reply: makeListPage(makeVersion()), text: '2025.12.01-1' },
  respondToOthers: () => respond(summary, trainingSummary),
})

describe('the model versions', () => {
  it('wait for a second expert after the first one asked for them', async () => {
    respond(summary, trainingSummary)
    respond(
      versions,
      makeListPage(makeVersion({ approvals: [{ id: '33333333-3333-7333-8333-333333333333', username: 'okello' }] })),
    )
    respond(activate, makeVersion())
    respond(photos, makeListPage())
    const { user } = await renderScreen(<ModelVersions />, options)
    expect(await screen.findByText('Wanted by okello: 1 of 2 experts.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Activate version/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('It needs two experts, or an administrator.')).toBeTruthy()
    const button = dialog.getByRole('button', { name: 'Activate' })
    await expect.poll(() => button).toHaveProperty('disabled', false)
    await user.click(button)
    await expect.poll(getNotices).toEqual(['Saved. Version 2025.12.01-1 waits for another expert or an administrator.'])
  })

  it('are activated by others than those whose photos they learned from', async () => {
    respond(summary, trainingSummary)
    respond(versions, makeListPage(makeVersion({ has_own_photos: true })))
    await renderScreen(<ModelVersions />, options)
    expect(await screen.findByText('You sent or labeled its photos. Others activate this version.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Activate version/ })).toBeNull()
  })

  it('are activated after a confirmation with their photos, unless they cannot be used', async () => {
    respond(summary, trainingSummary)
    respond(versions, makeListPage(makeVersion(), makeVersion({ version: '2024.01.01-1', is_usable: false })))
    respond(activate, makeVersion({ is_active: true }))
    const id = '55555555-5555-7555-8555-555555555555'
    respondWithError(photos, 'internal', { message: 'The server had a problem.' })
    const { user } = await renderScreen(<ModelVersions />, options)
    const buttons = await screen.findAllByRole('button', { name: /^Activate version/ })
    expect(buttons).toHaveLength(1)
    if (buttons[0]) await user.click(buttons[0])
    const dialog = within(await screen.findByRole('dialog'))
    const button = dialog.getByRole('button', { name: 'Activate' })
    expect(await dialog.findByText('The server had a problem.')).toBeTruthy()
    expect(button).toHaveProperty('disabled', true)
    respond(photos, makeListPage({ id, image: '/photo.jpg', crop_type: 'MAIZE', label: 'healthy' } as const))
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Do these photos show what their labels say? If not, do not activate.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Healthy' }).getAttribute('href')).toBe('/photo.jpg')
    await user.click(button)
    await expect.poll(getNotices).toEqual(['Version 2025.12.01-1 is now in use'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === activate)?.params).toMatchObject({
      version: '2025.12.01-1',
    })
  })
})

describe('an administrator', () => {
  it('activates a version alone, and starts no session', async () => {
    respond(summary, trainingSummary)
    respond(teachers, makeListPage())
    respond(sessions, makeListPage())
    respond(versions, makeListPage(makeVersion()))
    respond(activate, makeVersion({ is_active: true }))
    respond(photos, makeListPage())
    const { user } = await renderScreen(<ModelAdministration />, { ...options, user: 'admin' })
    await user.click(await screen.findByRole('button', { name: /^Activate version/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByText('It needs two experts, or an administrator.')).toBeNull()
    const button = dialog.getByRole('button', { name: 'Activate' })
    await expect.poll(() => button).toHaveProperty('disabled', false)
    await user.click(button)
    await expect.poll(getNotices).toEqual(['Version 2025.12.01-1 is now in use'])
    expect(screen.queryByRole('button', { name: 'Start a session' })).toBeNull()
  })
})

describe('an administrator', () => {
  it('pauses teaching and resumes it', async () => {
    respond(summary, trainingSummary)
    respond(sessions, makeListPage())
    respond(versions, makeListPage())
    respond(teachers, makeListPage())
    const paused = { at: '2026-11-20T08:00:00Z', by: { id: '44444444-4444-7444-8444-444444444444', username: 'sanyu' } }
    respond(teaching, { paused })
    const { user } = await renderScreen(<ModelAdministration />, { ...options, user: 'admin' })
    const button = await screen.findByRole('button', { name: 'Pause teaching' })
    respond(summary, { ...trainingSummary, paused })
    await user.click(button)
    await expect.poll(getNotices).toEqual(['No session starts until you resume teaching'])
    await user.click(await screen.findByRole('button', { name: 'Resume teaching' }))
    const bodies = receivedRequests.filter(({ endpoint }) => endpoint === teaching).map(({ body }) => body)
    expect(bodies).toEqual([{ is_paused: true }, { is_paused: false }])
  })
})

describeScreenStates('the training summary', {
  element: <TrainingSummary />,
  options,
  endpoint: summary,
  filled: { reply: trainingSummary, text: 'Version 2026.01.01-1 is in use.' },
  respondToOthers: () => respond(sessions, makeListPage()),
})
