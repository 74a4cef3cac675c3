// @vitest-environment happy-dom
import type { AdminUser } from '@kutu/contract/admin'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { Users } from './Users.tsx'

const list = 'GET /api/admin/users/'
const change = 'PUT /api/admin/users/{id}/'
const options = { user: 'admin', catalogs: ['admin'], path: '/account/admin/users' } as const
const grace: AdminUser = {
  id: '11111111-1111-7111-8111-111111111111',
  username: 'grace',
  email: 'grace@example.org',
  phone_number: '+256772123456',
  role: 'farmer',
  state: 'active',
  created_at: '2026-11-20T08:00:00Z',
  deactivated_at: null,
  leaves_at: null,
  second_factors: 0,
  country: null,
}

describeScreenStates('the users', {
  element: <Users />,
  options,
  endpoint: list,
  empty: { reply: makeListPage(), text: 'No rows' },
  filled: { reply: makeListPage(grace), text: '+256772123456' },
})

describe('the filters of the users', () => {
  it('are role, state and district, kept in the URL', async () => {
    respond(list, makeListPage(grace))
    const { user, getPath } = await renderScreen(<Users />, options)
    await user.click(await screen.findByRole('combobox', { name: 'Role' }))
    await user.click(screen.getByRole('option', { name: 'Expert' }))
    await user.click(screen.getByRole('combobox', { name: 'State' }))
    await user.click(screen.getByRole('option', { name: 'Waiting' }))
    await user.click(screen.getByRole('combobox', { name: 'District' }))
    await user.keyboard('mbale{Enter}')
    expect(getPath()).toBe('/account/admin/users?role=expert&state=waiting&district=UG-mbale')
    await expect
      .poll(() => receivedRequests.at(-1)?.query)
      .toMatchObject({ role: 'expert', state: 'waiting', district: 'UG-mbale' })
    await user.click(screen.getByRole('button', { name: 'Remove the district' }))
    expect(getPath()).toBe('/account/admin/users?role=expert&state=waiting')
  })
})

describe('an account', () => {
  it('shows its address in one piece, and deactivates with a quiet button at the end', async () => {
    const { dialog } = await openDialog()
    expect(screen.getAllByText(grace.email)[0]?.className).toContain('truncate')
    const buttons = dialog.getAllByRole('button')
    expect(buttons.at(-1)?.textContent).toBe('Deactivate')
    expect(buttons.at(-1)?.className).not.toMatch(/rust/)
  })

  it('that waits for approval says so', async () => {
    respond(list, makeListPage({ ...grace, role: 'expert', state: 'awaiting_approval' }))
    await renderScreen(<Users />, options)
    expect((await screen.findAllByText('Awaiting approval')).length).toBeGreaterThan(0)
  })
})

async function openDialog() {
  respond(list, makeListPage(grace))
  const { user } = await renderScreen(<Users />, options)
  const [manage] = await screen.findAllByRole('button', { name: 'Manage grace' })
  if (manage) await user.click(manage)
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

describe('managing an account', () => {
  it('deactivates it with a reason', async () => {
    respond(change, { ...grace, state: 'deactivated' })
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByLabelText(/^Reason/), 'Spam')
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await expect.poll(getNotices).toEqual(['grace has been deactivated'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === change)?.body).toEqual({
      action: 'deactivate',
      reason: 'Spam',
    })
  })

  it('turns two-step sign-in off only with a reason', async () => {
    respond(list, makeListPage({ ...grace, second_factors: 1 }))
    respond(change, grace)
    const { user } = await renderScreen(<Users />, options)
    const [manage] = await screen.findAllByRole('button', { name: 'Manage grace' })
    if (manage) await user.click(manage)
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Turn off two-step sign-in' }))
    expect(await dialog.findByText('Please give a reason.')).toBeTruthy()
    expect(receivedRequests.filter(({ endpoint }) => endpoint === change)).toEqual([])
    await user.type(dialog.getByLabelText(/^Reason/), 'Lost the phone')
    await user.click(dialog.getByRole('button', { name: 'Turn off two-step sign-in' }))
    await expect.poll(getNotices).toEqual(['Two-step sign-in is off for grace'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === change)?.body).toEqual({
      action: 'remove_second_factors',
      reason: 'Lost the phone',
    })
  })

  it('changes the country in which an expert decides on warnings', async () => {
    respond(list, makeListPage({ ...grace, role: 'expert', country: 'UG' }))
    respond(change, grace)
    const { user } = await renderScreen(<Users />, options)
    const [manage] = await screen.findAllByRole('button', { name: 'Manage grace' })
    if (manage) await user.click(manage)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByRole('button', { name: 'Change the country' })).toBeNull()
    await user.click(dialog.getByRole('combobox', { name: 'Decides on warnings in' }))
    await user.click(dialog.getByRole('option', { name: 'Kenya' }))
    await user.click(dialog.getByRole('button', { name: 'Change the country' }))
    await expect.poll(getNotices).toEqual(['The country of grace has been changed'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === change)?.body).toEqual({
      action: 'set_country',
      country: 'KE',
    })
  })

  it('says why it failed', async () => {
    respondWithError(change, 'last_admin', { message: 'This is the last admin.' })
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    await expect.poll(getNotices).toEqual(['This is the last admin.'])
  })
})
