// @vitest-environment happy-dom
import type { AuditEntry } from '@kutu/contract/admin'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { audit } from '../../../i18n/en/audit.ts'
import { receivedRequests, respond } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { AuditLog } from './AuditLog.tsx'

const list = 'GET /api/admin/audit/'
const options = { user: 'admin', catalogs: ['admin', 'audit'], path: '/account/admin/audit' } as const
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
  filled: { reply: makeListPage(entry), text: 'root deactivated the account of grace' },
})

describe('the audit log', () => {
  it('shows the pseudonym of the network that an entry came from, while it is kept', async () => {
    const origin = { request_id: 'phone-0123456789', network: 'o4mjnxmOvc6phNkR', email: null }
    respond(list, () => makeListPage({ ...entry, origin }, { ...entry, id: 2 }))
    await renderScreen(<AuditLog />, options)
    expect(await screen.findAllByText('root deactivated the account of grace')).toHaveLength(2)
    expect(screen.getAllByText(/^Network:/).map(({ textContent }) => textContent)).toEqual([
      'Network: o4mjnxmOvc6phNkR',
    ])
  })

  it('folds ids and changed fields away behind the sentence', async () => {
    respond(list, () => makeListPage(entry))
    const { user } = await renderScreen(<AuditLog />, options)
    const summary = await screen.findByText('root deactivated the account of grace')
    expect(summary.closest('summary')?.textContent).toMatch(/^20 Nov 2026.*of graceAccount$/)
    const details = summary.closest('details')
    expect(details?.open).toBe(false)
    for (const folded of [entry.subject_id, 'deactivated']) expect(details?.textContent).toContain(folded)
    await user.click(summary)
    expect(details?.open).toBe(true)
  })

  it('says where something changed: the district or the time', async () => {
    const entries: AuditEntry[] = [
      { ...entry, id: 2, action: 'warning.proposed', subject_type: 'warning', after: { district: 'UG-mbale' } },
      { ...entry, id: 3, action: 'slot.added', subject_type: 'slot', after: { start_time: '2026-12-04T04:30:00Z' } },
    ]
    respond(list, makeListPage(...entries))
    await renderScreen(<AuditLog />, options)
    expect(await screen.findByText('Warning · Mbale, Uganda')).toBeTruthy()
    expect(screen.getByText(/^Slot · 4 Dec 2026/)).toBeTruthy()
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
    expect(await screen.findByText('root deactivated the account of grace')).toBeTruthy()
  })

  it('filters by the name of what entries are about, and links to it from an entry', async () => {
    respond(list, ({ query }) => (query.subject === 'nobody' ? makeListPage() : makeListPage(entry)))
    const { user, getPath } = await renderScreen(<AuditLog />, options)
    await user.type(await screen.findByLabelText('Subject'), ' nobody ')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('No entries found')).toBeTruthy()
    expect(getPath()).toBe('/account/admin/audit?subject=nobody')
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    await user.click(await screen.findByText('root deactivated the account of grace'))
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
    await screen.findByText('root deactivated the account of grace')
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

  it('tells each action as a sentence with the names of the actor and of what it is about', async () => {
    let lastId = 1
    const named = (action: string, subject_type: string, subject_name: string | null, actor = entry.actor) => ({
      ...entry,
      ...{ id: ++lastId, action, subject_type, subject_name, actor },
    })
    respond(list, () =>
      makeListPage(
        named('post.approved', 'post', 'Yellow leaves'),
        named('post.withdrawn', 'post', null),
        named('working_hours.saved', 'working_hours', null),
        named('user.sign_up_expired', 'user', null, null as never),
        named('later.release', 'thing', null),
      ),
    )
    await renderScreen(<AuditLog />, options)
    for (const sentence of [
      'root approved the post “Yellow leaves”',
      'root withdrew the post',
      'root saved the working hours',
      'a former member never finished signing up; the details were deleted',
      'root: later.release',
    ])
      expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('offers every action of the catalog as a filter', async () => {
    respond(list, () => makeListPage(entry))
    const { user } = await renderScreen(<AuditLog />, options)
    await user.click(await screen.findByRole('combobox', { name: 'Action' }))
    const sentences = Object.keys(audit).filter(key => key.startsWith('audit.did.'))
    expect(screen.getAllByRole('option')).toHaveLength(sentences.length + 1)
  })
})
