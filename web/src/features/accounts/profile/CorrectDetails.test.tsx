// @vitest-environment happy-dom
import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { CorrectDetails } from './CorrectDetails.tsx'

const list = 'GET /api/account/details/'
const details: ProfileDetails = {
  phone_number: '+256772123456',
  farm: { farm_location: 'Mbale', farm_size: 2.5, crop_types: ['MAIZE', 'COFFEE'], district: 'UG-mbale' },
  expert: null,
  person: null,
  expert_change_requested_at: null,
  is_expert_checked: false,
}
const expert: ProfileDetails = {
  ...details,
  farm: null,
  expert: {
    areas_of_expertise: 'Maize',
    certifications: '',
    bio: '',
    experience_years: 8,
    institution: 'KALRO',
    languages_spoken: '',
    social_links: '',
  },
}
const changeServed = 'PUT /api/account/districts-served/'
const served = 'GET /api/account/districts-served/'
function render(role: 'farmer' | 'expert') {
  respond(served, { districts: [] })
  return renderScreen(<CorrectDetails user={makeUser(role)} />, { user: role, catalogs: ['accounts', 'profile'] })
}
const findForm = async (name: string) => within(await screen.findByRole('form', { name }))

describe('correcting details', () => {
  it('shows a farmer the stored farm and saves the changed one, with crops that have no checkbox', async () => {
    respond(list, details)
    const changed = { ...makeUser('farmer'), phone_number: '+256772000111' }
    respond('PUT /api/account/farm/', changed)
    const { user } = await render('farmer')
    const form = await findForm('Your farm')
    const location = form.getByLabelText<HTMLInputElement>(/^Farm location/)
    expect(location.value).toBe('Mbale')
    await user.clear(location)
    await user.type(location, 'Kapchorwa')
    await user.click(form.getByRole('checkbox', { name: 'Wheat' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await expect.poll(getNotices).toEqual(['Your details have been saved'])
    expect(receivedRequests.find(({ endpoint }) => endpoint.startsWith('PUT'))?.body).toEqual({
      farm_location: 'Kapchorwa',
      district: 'UG-mbale',
      farm_size: 2.5,
      crop_types: ['MAIZE', 'WHEAT', 'COFFEE'],
    })
    expect(JSON.parse(localStorage.getItem('user') ?? '{}').phone_number).toBe('+256772000111')
  })

  it('lets an expert choose the districts served, and saves each change at once', async () => {
    respond(list, expert)
    const [mbale, tororo] = [
      { code: 'UG-mbale', name: 'Mbale' },
      { code: 'UG-tororo', name: 'Tororo' },
    ]
    const { user } = await render('expert')
    expect(await screen.findByText(/^No district yet/)).toBeTruthy()
    respond(changeServed, { districts: [mbale, tororo] })
    await user.click(screen.getByRole('button', { name: 'Add a district' }))
    await user.type(screen.getByRole('combobox', { name: 'Search for a district' }), 'tororo{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Remove Mbale' }))
    const sent = () => receivedRequests.filter(({ endpoint }) => endpoint === changeServed).map(({ body }) => body)
    await expect.poll(sent).toEqual([{ districts: ['UG-tororo'] }, { districts: ['UG-tororo'] }])
  })

  it('tells an expert that changed qualifications are checked, and since when they wait', async () => {
    respond(list, { ...expert, is_expert_checked: true })
    const { unmount } = await render('expert')
    expect(await screen.findByText(/are checked first/)).toBeTruthy()
    unmount()
    respond(list, { ...expert, is_expert_checked: true, expert_change_requested_at: '2026-11-23T09:00:00Z' })
    await render('expert')
    expect(await screen.findByText(/^What you changed on .*23 Nov.* waits for an administrator/)).toBeTruthy()
    expect(screen.queryByText(/are checked first/)).toBeNull()
  })

  it('says what is missing before anything is sent', async () => {
    respond(list, details)
    const { user } = await render('farmer')
    const form = await findForm('Your farm')
    await user.clear(form.getByLabelText(/^Farm location/))
    await user.clear(form.getByLabelText(/^Farm size/))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findAllByRole('alert')).toHaveLength(2)
    expect(receivedRequests.map(({ endpoint }) => endpoint)).toEqual([list])
  })

  it('shows an expert the profile, and that an admin sees the change', async () => {
    respond(list, expert)
    respond('PUT /api/account/expert-profile/', makeUser('expert'))
    const { user } = await render('expert')
    const form = await findForm('Your professional profile')
    await user.type(form.getByLabelText(/^Certifications/), 'PhD')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await expect.poll(getNotices).toEqual(['Your details have been saved'])
    expect(receivedRequests.find(({ endpoint }) => endpoint.startsWith('PUT'))?.body).toMatchObject({
      certifications: 'PhD',
      experience_years: 8,
    })
  })

  it('shows an invalid phone number at its field', async () => {
    respond(list, details)
    respondWithError('PUT /api/account/phone-number/', 'validation_failed', {
      errors: [{ field: 'phone_number', message: 'This number does not exist.' }],
    })
    const { user } = await render('farmer')
    const form = await findForm('Phone number')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect((await form.findAllByText('This number does not exist.')).length).toBeGreaterThan(0)
  })

  it('shows the personal details once the profile is complete', async () => {
    const person = {
      customerTypeId: 'farmer',
      idType: 'PASSPORT',
      idNumber: 'B0123456',
      organisationName: 'Mbale Growers',
      firstName: 'Grace',
      middleName: '',
      lastName: 'Nafula',
      gender: 'FEMALE',
      physicalAddress: 'Mbale',
      nationality: 'UG',
      dob: '1990-04-12',
      occupation: 'Farmer',
    } as const
    respond(list, { ...details, person })
    respond('GET /api/auth/customer-types', { data: [{ id: 'farmer', name: 'Farmer' }] })
    respond('GET /api/auth/countries', { data: [{ id: 'UG', name: 'Uganda' }] })
    respond('POST /api/auth/complete-profile', { message: 'Your profile is complete.', data: makeUser('farmer') })
    const { user } = await render('farmer')
    const name = await screen.findByLabelText<HTMLInputElement>('Last name')
    expect(name.value).toBe('Nafula')
    await user.type(name, '-Okot')
    await user.click(screen.getByRole('button', { name: 'Save personal details' }))
    await expect.poll(getNotices).toEqual(['Your profile is complete.'])
    const request = receivedRequests.find(({ endpoint }) => endpoint === 'POST /api/auth/complete-profile')
    expect(request?.body).toEqual({ ...person, lastName: 'Nafula-Okot' })
  })

  it('offers to load the details again after an error', async () => {
    respondWithError(list, 'internal')
    await render('farmer')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
