// @vitest-environment happy-dom
import type { SystemStatus } from '@kutu/contract/admin'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { goOffline, neverRespond, respond, respondWithError } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { AdminHome } from './AdminHome.tsx'

const experts = 'GET /api/admin/experts/'
const flagged = 'GET /api/admin/flagged/'
const warnings = 'GET /api/surveillance/warnings/'
const system = 'GET /api/admin/system/'
const makePage = (count: number) => ({ count, next: null, previous: null, results: [] })
const status: SystemStatus = {
  versions: { product: '1.0.0', node: '24.0.0', database: '18.0', model: '2026-11-23', migration: '0042_example' },
  jobs: { waiting: 2, failed: 0, oldest_due_at: null },
  failed_jobs: [],
  backups: { is_scheduled: true, is_encrypted: true, latest_at: '2026-11-21T06:00:00.000Z', age_hours: 3 },
  disk: { used_bytes: 1, is_at_least: false, free_bytes: 10.5 * 1024 ** 3, database_bytes: 1 },
  clear_text: { last_at: null },
  sms: { is_configured: false, failed: 0, failures: [], unknown: 0 },
  weather: { is_configured: false, failed: 0, failures: [] },
  certificate: { state: 'valid', valid_until: '2027-02-08T12:00:00.000Z', days_left: 80, problem: null },
  mail: { failed: 0, failures: [] },
}
const render = () => renderScreen(<AdminHome />, { user: 'admin', catalogs: ['admin'], path: '/account' })
const listTiles = async () => (await screen.findAllByRole('link')).map(link => link.textContent)

beforeEach(() => {
  respond(experts, makePage(0))
  respond(flagged, makePage(0))
  respond(warnings, makePage(0))
  respond(system, status)
})

describe('the home of an administrator', () => {
  it('links to everything that can wait, and nothing needs attention', async () => {
    await render()
    expect(await listTiles()).toEqual([
      '0 Experts waiting',
      '0 Flagged posts and comments',
      '0 Warnings',
      '0 SMS for a second person',
      '0 Failed jobs',
      '0 Emails not sent',
      '10 GB Free disk space',
      '3 hours ago Last backup',
      'Valid Website certificate',
    ])
    const paths = screen.getAllByRole('link').map(link => link.getAttribute('href')?.replace('/account/', ''))
    const system = Array(5).fill('admin/system')
    const toWarnings = ['disease-warnings', 'disease-warnings?state=sms_waiting']
    expect(paths).toEqual(['admin/experts', 'admin/flagged', ...toWarnings, ...system])
    expect(screen.queryByText('Needs attention')).toBeNull()
  })

  it('says what needs attention', async () => {
    respond(experts, ({ query }) => makePage(query.approval === 'changed' ? 1 : 2))
    respond(flagged, ({ query }) => makePage(query.kind === 'post' ? 2 : 5))
    respond(warnings, ({ query }) => makePage(query.state === 'open' ? 3 : 2))
    respond(system, {
      ...status,
      jobs: { ...status.jobs, failed: 1 },
      mail: { ...status.mail, failed: 4 },
      disk: { ...status.disk, free_bytes: 1024 ** 3 },
      backups: { is_scheduled: false, is_encrypted: false, latest_at: null, age_hours: null },
      certificate: { ...status.certificate, state: 'not_used', days_left: null },
    })
    await render()
    expect(await listTiles()).toEqual([
      '3 Experts waitingNeeds attention',
      '7 Flagged posts and commentsNeeds attention',
      '3 WarningsNeeds attention',
      '2 SMS for a second personNeeds attention',
      '1 Failed jobsNeeds attention',
      '4 Emails not sentNeeds attention',
      '1 GB Free disk spaceNeeds attention',
      'Switched off Last backupNeeds attention',
      'Without encryption Website certificateNeeds attention',
    ])
  })

  it.each([
    [{ age_hours: 3, is_encrypted: false }, '3 hours ago, not encrypted Last backupNeeds attention'],
    [{ age_hours: 72 }, '3 days ago Last backupNeeds attention'],
    [{ age_hours: null }, 'None yet Last backupNeeds attention'],
  ])('says what is wrong with the backups %j', async (changes, tile) => {
    respond(system, { ...status, backups: { ...status.backups, ...changes } })
    await render()
    expect(await listTiles()).toContain(tile)
  })

  it('shows placeholders while it loads', async () => {
    neverRespond(system)
    await render()
    expect(screen.getByRole('status')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says why it cannot be loaded, and loads again on request', async () => {
    respondWithError(system, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(system, status)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await listTiles()).toHaveLength(9)
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })
})
