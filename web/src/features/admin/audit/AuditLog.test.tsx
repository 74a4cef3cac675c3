// @vitest-environment happy-dom
import type { AuditEntry } from '@kutu/contract/admin'
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
  filled: { reply: makeListPage(entry), text: 'root deactivated the account · grace' },
})

describe('the audit log', () => {
  it('shows the pseudonym of the network that an entry came from, while it is kept', async () => {
    const origin = { request_id: 'phone-0123456789', network: 'o4mjnxmOvc6phNkR', email: null }
    respond(list, () => makeListPage({ ...entry, origin }, { ...entry, id: 2 }))
    await renderScreen(<AuditLog />, options)
    expect(await screen.findAllByText('root deactivated the account · grace')).toHaveLength(2)
    expect(screen.getAllByText(/^Network:/).map(({ textContent }) => textContent)).toEqual([
      'Network: o4mjnxmOvc6phNkR',
    ])
  })

  it('folds ids and changed fields away behind a sentence with who, what and whom', async () => {
    respond(list, () => makeListPage(entry))
    const { user } = await renderScreen(<AuditLog />, options)
    const summary = await screen.findByText('root deactivated the account · grace')
    expect(summary.closest('summary')?.textContent).toBe('11:00root deactivated the account · grace')
    expect(screen.getByRole('heading', { name: '20 Nov 2026' })).toBeTruthy()
    const details = summary.closest('details')
    expect(details?.open).toBe(false)
    for (const folded of [entry.subject_id, 'deactivated']) expect(details?.textContent).toContain(folded)
    await user.click(summary)
    expect(details?.open).toBe(true)
  })

  it('filters by action in the URL and shows all again', async () => {
    respond(list, ({ query }) => (query.action === undefined ? makeListPage(entry) : makeListPage()))
    const { user, getPath } = await renderScreen(<AuditLog />, options)
    await user.click(await screen.findByRole('combobox', { name: 'Action' }))
    await user.click(screen.getByRole('option', { name: '… signed up' }))
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('No entries found')).toBeTruthy()
    expect(getPath()).toBe('/account/admin/audit?action=user.registered')
    expect(receivedRequests.at(-1)?.query).toMatchObject({ action: 'user.registered' })
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByText('root deactivated the account · grace')).toBeTruthy()
  })

  it('filters by the name of what entries are about, and links to it from an entry', async () => {
    respond(list, ({ query }) => (query.subject === 'nobody' ? makeListPage() : makeListPage(entry)))
    const { user, getPath } = await renderScreen(<AuditLog />, options)
    await user.type(await screen.findByLabelText('Subject'), ' nobody ')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('No entries found')).toBeTruthy()
    expect(getPath()).toBe('/account/admin/audit?subject=nobody')
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    await user.click(await screen.findByText('root deactivated the account · grace'))
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
    await screen.findByText('root deactivated the account · grace')
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

  it('says who did what, where and when, in the language of the reader', async () => {
    const entries: Partial<AuditEntry>[] = [
      { action: 'backup.created', subject_type: 'backup', actor: null },
      { action: 'user.registered', actor: null, subject_name: 'amina' },
      { action: 'user.sign_up_expired', actor: null },
      { action: 'session.opened', actor: null },
      { action: 'post.approved', subject_type: 'post', subject_name: 'Yellow leaves' },
      { action: 'warning.proposed', subject_type: 'warning', actor: null, after: { district: 'UG-mbale' } },
      { action: 'expert.country_set', subject_name: 'grace', after: { country: 'KE' } },
      { action: 'slot.added', subject_type: 'slot', after: { start_time: '2026-12-04T04:30:00Z' } },
      { action: 'later.release', subject_type: 'thing' },
    ]
    respond(list, () => makeListPage(...entries.map((each, id) => ({ ...entry, subject_name: null, ...each, id }))))
    await renderScreen(<AuditLog />, options)
    for (const sentence of [
      'System created a backup',
      'amina signed up',
      'a former member never finished signing up; the details were deleted',
      'a former member signed in',
      'root approved the post · Yellow leaves',
      'System proposed a warning · Mbale, Uganda',
      'root set the country for warnings · grace · Kenya',
      /^root added a slot · 4 Dec 2026/,
      'root: later.release',
    ])
      expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('has another sentence for every action that the filter offers', async () => {
    respond(list, () => makeListPage(entry))
    const { user } = await renderScreen(<AuditLog />, options)
    await user.click(await screen.findByRole('combobox', { name: 'Action' }))
    const labels = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels.filter(label => label?.includes('audit.'))).toEqual([])
  })
})
