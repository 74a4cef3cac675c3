// @vitest-environment happy-dom
import type { ExpertApplication } from '@kutu/contract/accounts/accounts'
import { screen, within } from '@testing-library/react'
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
  country: null,
  districts: [],
  suggested_country: 'UG',
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
  change: null,
}

describeScreenStates('the expert applications', {
  element: <ExpertApplications />,
  options,
  endpoint: list,
  empty: { reply: makeListPage(), text: 'No experts found' },
  filled: { reply: makeListPage(expert), text: 'okello@example.org' },
})

describe('the expert applications', () => {
  it('are approved for the suggested country, another one, or none yet', async () => {
    respond(list, makeListPage(expert))
    respond(decide, { ...expert, approval: 'approved' })
    const { user } = await renderScreen(<ExpertApplications />, options)
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('combobox', { name: /^Decides on warnings in/ }))
      await user.click(screen.getByRole('option', { name }))
      await user.click(screen.getByRole('button', { name: 'Approve okello' }))
    }
    await user.click(await screen.findByRole('button', { name: 'Approve okello' }))
    await choose('Kenya')
    await choose('No country yet')
    await expect
      .poll(() => receivedRequests.filter(({ endpoint }) => endpoint === decide).map(({ body }) => body))
      .toEqual([
        { action: 'approve', country: 'UG' },
        { action: 'approve', country: 'KE' },
        { action: 'approve', country: null },
      ])
  })

  it('are approved with the districts that they serve', async () => {
    respond(list, makeListPage({ ...expert, districts: ['UG-gulu'] }))
    respond(decide, { ...expert, approval: 'approved' })
    const { user } = await renderScreen(<ExpertApplications />, options)
    await user.click(await screen.findByRole('button', { name: 'Add a district' }))
    await user.type(screen.getByRole('combobox', { name: /district/i }), 'Mbale')
    await user.click(screen.getByRole('option', { name: /^Mbale/ }))
    await user.click(screen.getByRole('button', { name: 'Remove Gulu' }))
    await user.click(screen.getByRole('button', { name: 'Approve okello' }))
    await expect
      .poll(() => receivedRequests.find(({ endpoint }) => endpoint === decide)?.body)
      .toMatchObject({ districts: ['UG-mbale'] })
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

  it('that were approved have their approval withdrawn, which is another button than declining a change', async () => {
    const { areas_of_expertise, certifications, experience_years, institution } = expert.profile
    const change = {
      areas_of_expertise,
      certifications,
      experience_years,
      institution,
      requested_at: expert.created_at,
    }
    respond(list, makeListPage({ ...expert, approval: 'approved', change }))
    respond(decide, { ...expert, approval: 'declined' })
    const { user } = await renderScreen(<ExpertApplications />, options)
    const button = await screen.findByRole('button', { name: 'Withdraw the approval of okello' })
    expect(button.textContent).toBe('Withdraw approval')
    expect(screen.getAllByText('Decline')).toHaveLength(1)
    await user.click(button)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw approval' }))
    await expect.poll(getNotices).toEqual(['The approval of okello has been withdrawn'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === decide)?.body).toMatchObject({ action: 'decline' })
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

  it('show changed qualifications beside the published ones, and publish them', async () => {
    const requested_at = '2026-11-23T09:00:00Z'
    const { areas_of_expertise, experience_years, institution } = expert.profile
    const change = { areas_of_expertise, experience_years, institution, certifications: 'PhD', requested_at }
    respond(list, ({ query }) =>
      query.approval === 'changed' ? makeListPage({ ...expert, approval: 'approved', change }) : makeListPage(),
    )
    respond(decide, { ...expert, approval: 'approved' })
    const { user } = await renderScreen(<ExpertApplications />, options)
    await user.click(await screen.findByRole('link', { name: 'Changed' }))
    const heading = await screen.findByRole('heading', { name: /^Changed qualifications wait since/ })
    const section = heading.closest('section')?.textContent ?? ''
    expect(section).toContain('CertificationsPublished: Not givenEntered: PhD')
    expect(section).not.toContain('NARO')
    await user.click(screen.getByRole('button', { name: 'Publish the changed qualifications of okello' }))
    await expect.poll(getNotices).toEqual(['The changed qualifications of okello are published'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === decide)?.body).toEqual({
      action: 'approve_change',
      requested_at,
    })
  })

  it('decline changed qualifications with a reason', async () => {
    const requested_at = '2026-11-23T09:00:00Z'
    const { areas_of_expertise, certifications, experience_years } = expert.profile
    const change = { areas_of_expertise, certifications, experience_years, institution: 'IITA', requested_at }
    respond(list, makeListPage({ ...expert, approval: 'approved', change }))
    respond(decide, { ...expert, approval: 'approved' })
    const { user } = await renderScreen(<ExpertApplications />, options)
    await user.click(await screen.findByRole('button', { name: 'Decline the changed qualifications of okello' }))
    await user.type(await screen.findByLabelText(/^Reason/), 'Not there')
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    await expect.poll(getNotices).toEqual(['The changed qualifications of okello have been declined'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === decide)?.body).toEqual({
      action: 'decline_change',
      requested_at,
      reason: 'Not there',
    })
  })

  it('are searched in the URL', async () => {
    respond(list, ({ query }) => (query.search === undefined ? makeListPage(expert) : makeListPage()))
    const { user, getPath } = await renderScreen(<ExpertApplications />, options)
    await user.type(await screen.findByRole('searchbox'), 'nobody{Enter}')
    expect(await screen.findByText('No experts found')).toBeTruthy()
    expect(getPath()).toContain('search=nobody')
  })
})
