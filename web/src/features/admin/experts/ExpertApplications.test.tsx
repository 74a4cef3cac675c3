// @vitest-environment happy-dom
import type { ExpertApplication } from '@kutu/contract/accounts/accounts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { ExpertApplications } from './ExpertApplications.tsx'

const list = 'GET /api/admin/experts/'
const decide = 'PUT /api/admin/experts/{id}/'
const options = { user: 'admin', catalogs: ['admin'], path: '/account/admin/experts' } as const
const expert: ExpertApplication = {
  id: '11111111-1111-7111-8111-111111111111',
  email: 'okello@example.org',
  username: 'okello',
  phone_number: '+256772123456',
  approval: 'waiting',
  is_active: true,
  created_at: '2026-11-20T08:00:00Z',
  changed_at: null,
  profile: {
    areas_of_expertise: 'maize',
    certifications: '',
    bio: '',
    experience_years: 3,
    institution: 'NARO',
    languages_spoken: 'English',
    social_links: '',
  },
}

describeScreenStates('the expert applications', {
  element: <ExpertApplications />,
  options,
  endpoint: list,
  empty: { reply: makeListPage(), text: 'No expert is waiting' },
  filled: { reply: makeListPage(expert), text: 'okello@example.org' },
})

describe('the expert applications', () => {
  it('are selected and approved together', async () => {
    const other = { ...expert, id: '22222222-2222-7222-8222-222222222222', username: 'acen' }
    respond(list, makeListPage(expert, other))
    respond(decide, { ...expert, approval: 'approved' })
    const { user } = await renderScreen(<ExpertApplications />, options)
    await user.click(await screen.findByRole('checkbox', { name: 'Select okello' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select acen' }))
    await user.click(screen.getByRole('button', { name: 'Approve 2 experts' }))
    await expect.poll(getNotices).toEqual(['2 experts have been approved'])
    expect(receivedRequests.filter(({ endpoint }) => endpoint === decide).map(({ params }) => params.id)).toEqual([
      expert.id,
      other.id,
    ])
    expect(screen.queryByRole('button', { name: /^Approve 2/ })).toBeNull()
  })

  it('are declined with a reason', async () => {
    respond(list, makeListPage(expert))
    respond(decide, { ...expert, approval: 'declined' })
    const { user } = await renderScreen(<ExpertApplications />, options)
    await user.click(await screen.findByRole('button', { name: 'Decline okello' }))
    await user.type(await screen.findByLabelText(/^Reason/), ' No certificate ')
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    await expect.poll(getNotices).toEqual(['okello has been declined'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === decide)?.body).toEqual({
      action: 'decline',
      reason: 'No certificate',
    })
  })

  it('say so when another admin was faster', async () => {
    respond(list, makeListPage(expert))
    respondWithError(decide, 'already_decided', { message: 'Another admin has decided.' })
    const { user } = await renderScreen(<ExpertApplications />, options)
    await user.click(await screen.findByRole('button', { name: 'Approve okello' }))
    await expect.poll(getNotices).toEqual(['Another admin has decided.'])
  })

  it('show when an approved expert has changed the profile', async () => {
    respond(list, makeListPage({ ...expert, approval: 'approved', changed_at: '2026-11-21T07:00:00Z' }))
    await renderScreen(<ExpertApplications />, options)
    expect(await screen.findByText(/^Profile changed on .*21 Nov/)).toBeTruthy()
  })

  it('are searched in the URL', async () => {
    respond(list, ({ query }) => (query.search === undefined ? makeListPage(expert) : makeListPage()))
    const { user, getPath } = await renderScreen(<ExpertApplications />, options)
    await user.type(await screen.findByRole('searchbox'), 'nobody{Enter}')
    expect(await screen.findByText('No experts found')).toBeTruthy()
    expect(getPath()).toContain('search=nobody')
  })
})
