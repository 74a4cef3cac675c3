// @vitest-environment happy-dom
import type { SystemStatus as Status } from '@kutu/contract/admin'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen, testTime } from '../../../testing/render-screen.tsx'
import { describeScreenStates } from '../../../testing/screen-states.tsx'
import { SystemStatus } from './SystemStatus.tsx'

const endpoint = 'GET /api/admin/system/'
const retryJob = 'POST /api/admin/system/jobs/{id}/retry/'
const options = { user: 'admin', catalogs: ['admin'] } as const
const hoursAgo = (hours: number) => new Date(testTime.getTime() - hours * 3_600_000 - 60_000).toISOString()
const status: Status = {
  versions: { product: '1.0.0', node: '24.0.0', database: '18.0', model: '2026.01.01-1', migration: '0042_example' },
  jobs: { waiting: 2, failed: 0, oldest_due_at: null },
  failed_jobs: [],
  backups: { is_scheduled: true, is_encrypted: true, latest_at: '2026-11-20T01:20:00.000Z', age_hours: 60 },
  disk: { used_bytes: 3 * 1024 ** 3, is_at_least: true, free_bytes: 10 * 1024 ** 3, database_bytes: 1024 ** 2 },
  clear_text: { last_at: null },
  sms: { is_configured: false, failed: 0, failures: [], unknown: 0 },
  weather: { is_configured: false, failed: 0, failures: [] },
  certificate: { state: 'not_used', valid_until: null, days_left: null, problem: null },
  mail: {
    failed: 1,
    failures: [
      {
        job: 'send_mail',
        at: '2026-11-20T08:00:00Z',
        attempts: 5,
        is_given_up: false,
        error: 'Mailbox grace@example.org unavailable',
      },
    ],
  },
}
const failedJob = {
  id: '42',
  job: 'sms_about_booking',
  failed_at: hoursAgo(5),
  attempts: 12,
  error: 'No answer for +256772123456',
}
const failedSms: Status['sms'] = {
  is_configured: true,
  unknown: 0,
  failed: 1,
  failures: [{ ...failedJob, at: failedJob.failed_at, is_given_up: true }],
}
const certificate: Status['certificate'] = {
  state: 'valid',
  valid_until: '2027-02-08T12:00:00.000Z',
  days_left: 80,
  problem: null,
}
describeScreenStates('the system status', {
  element: <SystemStatus />,
  options,
  endpoint,
  filled: { reply: status, text: 'Mailbox grace@example.org unavailable' },
})

describe('jobs that were given up', () => {
  it('are shown with the time of the last attempt, and the error in a fold', async () => {
    respond(endpoint, { ...status, failed_jobs: [failedJob, { ...failedJob, id: '43', job: 'push' }] })
    await renderScreen(<SystemStatus />, options)
    expect(await screen.findAllByText(/^21 Nov 2026/)).toHaveLength(2)
    const errors = screen.getAllByText('No answer for +256772123456')
    expect(errors.map(error => error.closest('details')?.open)).toEqual([false, false])
  })

  it('follow no message a second time, while those whose next attempt comes are listed', async () => {
    const failure = { job: 'fetch_weather', at: hoursAgo(1), attempts: 2, is_given_up: false, error: 'answered 503' }
    const weather = { is_configured: true, failed: 1, failures: [failure] }
    const mail = { failed: 0, failures: [] }
    respond(endpoint, { ...status, failed_jobs: [failedJob], sms: failedSms, weather, mail })
    await renderScreen(<SystemStatus />, options)
    expect(await screen.findByText('answered 503')).toBeTruthy()
    expect(screen.getByText('Tried again by itself')).toBeTruthy()
    expect(screen.getAllByText('No answer for +256772123456')).toHaveLength(1)
    expect(screen.getAllByRole('button')).toHaveLength(1)
  })

  it('run again on request, and leave the list', async () => {
    respond(endpoint, { ...status, failed_jobs: [failedJob] })
    respond(retryJob, { id: '42', job: 'sms_about_booking' })
    const { user } = await renderScreen(<SystemStatus />, options)
    const button = await screen.findByRole('button', { name: 'Run sms_about_booking again' })
    respond(endpoint, { ...status, mail: { failed: 0, failures: [] } })
    await user.click(button)
    await expect.poll(getNotices).toEqual(['sms_about_booking will run again.'])
    expect(await screen.findByText('No failed jobs.')).toBeTruthy()
    expect(receivedRequests.find(request => request.endpoint === retryJob)?.params).toMatchObject({ id: '42' })
  })

  it('that another admin has run again are refreshed, with the reason', async () => {
    respond(endpoint, { ...status, failed_jobs: [failedJob] })
    respondWithError(retryJob, 'already_decided', { message: 'This was already decided.' })
    const { user } = await renderScreen(<SystemStatus />, options)
    const button = await screen.findByRole('button', { name: 'Run sms_about_booking again' })
    respond(endpoint, { ...status, mail: { failed: 0, failures: [] } })
    await user.click(button)
    await expect.poll(getNotices).toEqual(['This was already decided.'])
    expect(await screen.findByText('No failed jobs.')).toBeTruthy()
  })
})

it('requests without TLS are shown with the time of the last one', async () => {
  respond(endpoint, status)
  const first = await renderScreen(<SystemStatus />, options)
  await screen.findByText('Last backup')
  expect(screen.queryByText(/^Requests without https/)).toBeNull()
  first.unmount()
  respond(endpoint, { ...status, clear_text: { last_at: '2026-11-20T08:00:00Z' } })
  await renderScreen(<SystemStatus />, options)
  expect(await screen.findByText(/^Requests without https: 20 Nov 2026/)).toBeTruthy()
})

it.each([
  ['Switched off', { is_scheduled: false, is_encrypted: true, latest_at: null, age_hours: null }],
  ['None yet', { is_scheduled: true, is_encrypted: true, latest_at: null, age_hours: null }],
  ['within the hour', { is_scheduled: true, is_encrypted: true, latest_at: '2026-11-20T01:20:00.000Z', age_hours: 0 }],
  ['47 hours ago', { is_scheduled: true, is_encrypted: true, latest_at: '2026-11-20T01:20:00.000Z', age_hours: 47 }],
  [
    '2 days ago, not encrypted',
    { is_scheduled: true, is_encrypted: false, latest_at: '2026-11-20T01:20:00.000Z', age_hours: 60 },
  ],
])('the last backup: %s', async (text, backups) => {
  respond(endpoint, { ...status, backups })
  await renderScreen(<SystemStatus />, options)
  const term = await screen.findByText('Last backup')
  expect(term.nextElementSibling?.textContent).toBe(text)
})

const getEntry = (term: string) => screen.getByText(term).nextElementSibling?.textContent

describe('the certificate', () => {
  it('is shown with the days that are left', async () => {
    respond(endpoint, { ...status, certificate })
    await renderScreen(<SystemStatus />, options)
    expect(await screen.findByText('Days left')).toBeTruthy()
    expect(getEntry('Days left')).toBe('80')
    expect(getEntry('State')).toBe('Valid')
  })

  it.each([
    ['Browsers reject it', { state: 'rejected', valid_until: null, days_left: -3, problem: 'CERT_HAS_EXPIRED' }],
    ['Cannot be reached', { state: 'unreachable', valid_until: null, days_left: null, problem: null }],
    ['Without encryption', { state: 'not_used', valid_until: null, days_left: null, problem: null }],
  ] as const)('that does not work: %s', async (text, broken) => {
    respond(endpoint, { ...status, certificate: broken })
    await renderScreen(<SystemStatus />, options)
    expect(await screen.findByText(text)).toBeTruthy()
    if (broken.problem) expect(getEntry('Problem')).toBe('CERT_HAS_EXPIRED')
  })
})

it('SMS whose outcome nobody knows are counted', async () => {
  respond(endpoint, { ...status, sms: { ...status.sms, is_configured: true, unknown: 3 } })
  await renderScreen(<SystemStatus />, options)
  await screen.findByText('SMS of unknown outcome')
  expect(getEntry('SMS of unknown outcome')).toBe('3')
})
