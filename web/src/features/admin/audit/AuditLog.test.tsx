// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
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
  subject_name: 'grace',
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
    expect(await screen.findAllByText('user.deactivated', { selector: 'strong' })).toHaveLength(2)
    expect(screen.getAllByText(/^Network:/).map(({ textContent }) => textContent)).toEqual([
      'Network: o4mjnxmOvc6phNkR',
    ])
  })

  it('folds ids and changed fields away behind a line with who, what and whom', async () => {
    respond(list, () => makeListPage(entry))
    const { user } = await renderScreen(<AuditLog />, options)
    const summary = await screen.findByText('user.deactivated', { selector: 'strong' })
    expect(summary.closest('summary')?.textContent).toMatch(/^20 Nov 2026.*root: user.deactivated grace$/)
    const details = summary.closest('details')
    expect(details?.open).toBe(false)
    for (const folded of [entry.subject_id, 'deactivated']) expect(details?.textContent).toContain(folded)
    await user.click(summary)
    expect(details?.open).toBe(true)
  })

  it('filters by action in the URL and shows all again', async () => {
    respond(list, ({ query }) => (query.action === undefined ? makeListPage(entry) : makeListPage()))
    const { user, getPath } = await renderScreen(<AuditLog />, options)
    await user.type(await screen.findByLabelText('Action'), ' user.registered ')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('No entries found')).toBeTruthy()
    expect(getPath()).toBe('/account/admin/audit?action=user.registered')
    expect(receivedRequests.at(-1)?.query).toMatchObject({ action: 'user.registered' })
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByText('user.deactivated', { selector: 'strong' })).toBeTruthy()
  })

  it('filters by the name of what entries are about, and links to it from an entry', async () => {
    respond(list, ({ query }) => (query.subject === 'nobody' ? makeListPage() : makeListPage(entry)))
    const { user, getPath } = await renderScreen(<AuditLog />, options)
    await user.type(await screen.findByLabelText('Subject'), ' nobody ')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('No entries found')).toBeTruthy()
    expect(getPath()).toBe('/account/admin/audit?subject=nobody')
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    await user.click(await screen.findByText('user.deactivated', { selector: 'strong' }))
    await user.click(screen.getByRole('link', { name: 'grace' }))
    await waitFor(() => expect(getPath()).toBe('/account/admin/audit?subject=grace'))
    expect(screen.getByLabelText('Subject')).toHaveProperty('value', 'grace')
  })

  it('filters by days, and downloads what is shown as CSV', async () => {
    respond(list, () => makeListPage(entry))
    respond('GET /api/admin/audit/export.csv', 'at\r\n')
    // happy-dom would follow the link to the file.
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { user, getPath } = await renderScreen(<AuditLog />, options)
    await screen.findByText('user.deactivated', { selector: 'strong' })
    fireEvent.change(screen.getByLabelText('From day'), { target: { value: '2026-11-01' } })
    fireEvent.change(screen.getByLabelText('To day'), { target: { value: '2026-11-20' } })
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(getPath()).toBe('/account/admin/audit?from=2026-11-01&to=2026-11-20'))
    await user.click(await screen.findByRole('button', { name: 'Download as CSV' }))
    await waitFor(() =>
      expect(receivedRequests.at(-1)).toMatchObject({
        endpoint: 'GET /api/admin/audit/export.csv',
        query: { from: '2026-11-01', to: '2026-11-20' },
      }),
    )
    await waitFor(() => expect(click.mock.contexts).toMatchObject([{ download: 'kutu-audit-log.csv' }]))
    click.mockRestore()
  })

  it('names the server as the actor of what nobody did', async () => {
    respond(list, () => makeListPage({ ...entry, actor: null, action: 'backup.created', subject_name: null }))
    await renderScreen(<AuditLog />, options)
    const action = await screen.findByText('backup.created', { selector: 'strong' })
    expect(action.parentElement?.textContent).toMatch(/^System: backup.created/)
  })
})
