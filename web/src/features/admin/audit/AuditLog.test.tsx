// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { AuditLog } from './AuditLog.tsx'

const list = 'GET /api/admin/audit/'
const options = { user: 'admin', catalogs: ['admin'], path: '/account/admin/audit' } as const
const entry = {
  id: 1,
  at: '2026-11-20T08:00:00Z',
  actor: { id: '00000000-0000-7000-8000-000000000003', username: 'root' },
  action: 'user.deactivated',
  subject_type: 'user',
  origin: null,
  subject_id: '00000000-0000-7000-8000-000000000001',
  before: { state: 'active' },
  after: { state: 'deactivated' },
}

describeScreenStates('the audit log', {
  element: <AuditLog />,
  options,
  endpoint: list,
  empty: { reply: makeListPage(), text: 'Nothing has changed yet' },
  filled: { reply: makeListPage(entry), text: 'user.deactivated' },
})

describe('the audit log', () => {
  it('shows the pseudonym of the network that an entry came from, while it is kept', async () => {
    const origin = { request_id: 'phone-0123456789', network: 'o4mjnxmOvc6phNkR', email: null }
    respond(list, () => makeListPage({ ...entry, origin }, { ...entry, id: 2 }))
    await renderScreen(<AuditLog />, options)
    expect(await screen.findAllByText('user.deactivated')).toHaveLength(2)
    expect(screen.getAllByText(/^Network:/).map(({ textContent }) => textContent)).toEqual([
      'Network: o4mjnxmOvc6phNkR',
    ])
  })

  it('filters by action in the URL and shows all again', async () => {
    respond(list, ({ query }) => (query.action === undefined ? makeListPage(entry) : makeListPage()))
    const { user, getPath } = await renderScreen(<AuditLog />, options)
    await user.type(await screen.findByLabelText('Action'), ' user.registered {Enter}')
    expect(await screen.findByText('No entries found')).toBeTruthy()
    expect(getPath()).toBe('/account/admin/audit?action=user.registered')
    expect(receivedRequests.at(-1)?.query).toMatchObject({ action: 'user.registered' })
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByText('user.deactivated')).toBeTruthy()
  })
})
