import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchNotifications } from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

const getDetails = async ({ token }: TestUser) => (await server.request('GET /api/account/details/', { token })).body
const getActions = async ({ id }: TestUser) => {
  const { body } = await server.request('GET /api/admin/audit/', { token: admin.token, query: { subject_id: id } })
  return body.results as { action: string; after: Record<string, unknown> | null }[]
}
const changePhone = ({ token }: TestUser, phone_number: string) =>
  server.request('PUT /api/account/phone-number/', { token, body: { phone_number } })

describe('a phone number', () => {
  it('is corrected, in any form that a sign-up accepts, and can be removed', async () => {
    const farmer = await signUpFarmer(server)
    const { status, body } = await changePhone(farmer, '0772 999 888')
    expect([status, body.phone_number, body.branch.primaryPhone]).toEqual([200, '+256772999888', '+256772999888'])
    expect((await getDetails(farmer)).phone_number).toBe('+256772999888')
    expect((await changePhone(farmer, '')).body.phone_number).toBe('')
  })

  it('that does not exist is rejected, and the old one stays', async () => {
    const farmer = await signUpFarmer(server)
    for (const invalid of ['12', '+256 1', 'call me', '+256772123456;ext=1']) {
      const { status, body } = await changePhone(farmer, invalid)
      expect([status, body.errors?.[0]?.field], invalid).toEqual([400, 'phone_number'])
    }
    expect((await getDetails(farmer)).phone_number).toBe('+256772123456')
  })

  it('is named in the audit log without the number', async () => {
    const farmer = await signUpFarmer(server)
    await changePhone(farmer, '+256772999777')
    const entries = await getActions(farmer)
    expect(entries.find(({ action }) => action === 'phone_number.changed')?.after).toEqual({ has_phone_number: true })
    expect(JSON.stringify(entries)).not.toContain('999777')
  })
})

describe('a farm', () => {
  const farm = { farm_location: 'Kapchorwa', farm_size: '4.5', crop_types: ['WHEAT'] }
  const changeFarm = ({ token }: TestUser, body: object) => server.request('PUT /api/account/farm/', { token, body })

  it('is corrected by its farmer', async () => {
    const farmer = await signUpFarmer(server)
    const { status, body } = await changeFarm(farmer, farm)
    expect([status, body.profile]).toEqual([200, { ...farm, farm_size: 4.5, district: null }])
    expect(body.branch.physicalAddress).toBe('Kapchorwa')
    expect((await getDetails(farmer)).farm).toEqual({ ...farm, farm_size: 4.5, district: null })
    const entry = (await getActions(farmer)).find(({ action }) => action === 'farm.changed')
    expect(entry?.after).toEqual({ fields: ['farm_location', 'farm_size', 'crop_types'] })
  })

  it('gets a district, keeps it when an older client does not send one, and loses it on request', async () => {
    const farmer = await signUpFarmer(server)
    const getDistrict = async () => (await getDetails(farmer)).farm.district
    expect((await changeFarm(farmer, { ...farm, district: 'UG-kapchorwa' })).status).toBe(200)
    expect(await getDistrict()).toBe('UG-kapchorwa')
    expect((await changeFarm(farmer, farm)).body.profile.district).toBe('UG-kapchorwa')
    for (const unknown of ['UG-nowhere', 'Mbale', 'UG-1.08,34.17']) {
      const { status, body } = await changeFarm(farmer, { ...farm, district: unknown })
      expect([status, body.errors?.[0]?.field], unknown).toEqual([400, 'district'])
    }
    for (const none of ['', null]) {
      await changeFarm(farmer, { ...farm, district: 'KE-nakuru' })
      await changeFarm(farmer, { ...farm, district: none })
      expect(await getDistrict()).toBeNull()
    }
  })

  it('needs what a sign-up needs, and is no business of an expert', async () => {
    const farmer = await signUpFarmer(server)
    for (const invalid of [{ farm_location: ' ' }, { farm_size: 0 }, { farm_size: 'big' }, { crop_types: [''] }])
      expect((await changeFarm(farmer, { ...farm, ...invalid })).status, JSON.stringify(invalid)).toBe(400)
    expect((await getDetails(farmer)).farm.farm_location).toBe('Mbarara')
    expect((await changeFarm(await signUpApprovedExpert(server, admin), farm)).status).toBe(403)
  })
})

describe('the profile of an approved expert', () => {
  const profile = {
    areas_of_expertise: 'Rice blast, Soil',
    certifications: 'PhD',
    bio: 'Works in Ahero.',
    experience_years: 20,
    institution: 'Ahero Station',
    languages_spoken: 'Luo',
    social_links: '',
  }
  const changeProfile = ({ token }: TestUser, body: object) =>
    server.request('PUT /api/account/expert-profile/', { token, body })
  const findExpert = async (search: string) => {
    const query = { approval: 'approved', search }
    const { body } = await server.request('GET /api/admin/experts/', { token: admin.token, query })
    return body.results as { id: string; changed_at: string | null; profile: object }[]
  }

  const { bio, languages_spoken, social_links, ...qualifications } = profile
  const decide = ({ id }: TestUser, action: string, more: object = {}) =>
    server.request('PUT /api/admin/experts/{id}/', { token: admin.token, params: { id }, body: { action, ...more } })
  const listChanges = async () => {
    const query = { approval: 'changed', page_size: 100 }
    const { body } = await server.request('GET /api/admin/experts/', { token: admin.token, query })
    return body.results as { id: string; change: { requested_at: string } }[]
  }

  it('is changed at once, except for qualifications, which wait for an administrator', async () => {
    const expert = await signUpApprovedExpert(server, admin)
    const { expert: before } = await getDetails(expert)
    const { status, body } = await changeProfile(expert, profile)
    const published = {
      ...profile,
      areas_of_expertise: before.areas_of_expertise,
      certifications: before.certifications,
      experience_years: before.experience_years,
      institution: before.institution,
    }
    expect([status, body.profile, body.is_approved]).toEqual([200, published, true])
    const requested_at = server.clock.now().toISOString()
    expect(await getDetails(expert)).toMatchObject({ expert: profile, expert_change_requested_at: requested_at })
    expect(await findExpert('ahero rice')).toEqual([])
    const [found] = (await listChanges()).filter(({ id }) => id === expert.id)
    expect(found).toMatchObject({
      profile: published,
      change: { ...qualifications, requested_at },
      changed_at: requested_at,
    })
    const entry = (await getActions(expert)).find(({ action }) => action === 'expert_profile.changed')
    expect(entry?.after?.fields).toContain('certifications')
    const { results } = await fetchNotifications(server, admin)
    expect(results[0]).toMatchObject({ type: 'expert_waiting', message: expect.stringContaining(expert.username) })
  })

  it('shows approved qualifications to farmers and in the search, and the expert gets an email', async () => {
    const expert = await signUpApprovedExpert(server, admin)
    await changeProfile(expert, profile)
    const requested_at = server.clock.now().toISOString()
    server.clock.advance(1000)
    const decided = await decide(expert, 'approve_change', { requested_at })
    expect([decided.status, decided.body]).toMatchObject([200, { profile, change: null, changed_at: null }])
    expect(await getDetails(expert)).toMatchObject({ expert: profile, expert_change_requested_at: null })
    expect(await findExpert(`ahero rice ${expert.username}`)).toHaveLength(1)
    expect((await decide(expert, 'approve_change', { requested_at })).body.error).toBe('already_decided')
    expect((await server.emailsTo(expert.email)).at(-1)?.subject).toBe(
      'Your changed qualifications are published on Kutu',
    )
    expect((await getActions(expert)).map(({ action }) => action)).toContain('expert_change.approved')
  })

  it('keeps the earlier qualifications when the new ones are declined, and the email says why', async () => {
    const expert = await signUpApprovedExpert(server, admin)
    const { expert: before } = await getDetails(expert)
    await changeProfile(expert, profile)
    const requested_at = server.clock.now().toISOString()
    const decided = await decide(expert, 'decline_change', { requested_at, reason: 'No certificate sent' })
    expect([decided.status, decided.body.change]).toEqual([200, null])
    const after = await getDetails(expert)
    expect(after.expert).toEqual({ ...before, bio, languages_spoken, social_links })
    expect((await server.emailsTo(expert.email)).at(-1)?.text).toContain('The reason: No certificate sent')
    expect((await listChanges()).filter(({ id }) => id === expert.id)).toEqual([])
  })

  it('is not decided on by who has read an older change, and a change taken back waits no more', async () => {
    const expert = await signUpApprovedExpert(server, admin)
    const { expert: before } = await getDetails(expert)
    await changeProfile(expert, profile)
    const requested_at = server.clock.now().toISOString()
    server.clock.advance(1000)
    await changeProfile(expert, { ...profile, institution: 'Another' })
    for (const seen of [{ requested_at }, {}])
      expect((await decide(expert, 'approve_change', seen)).body).toMatchObject({
        status: 409,
        error: 'already_decided',
      })
    await changeProfile(expert, before)
    expect((await getDetails(expert)).expert_change_requested_at).toBeNull()
    expect((await listChanges()).filter(({ id }) => id === expert.id)).toEqual([])
  })

  it('is decided at most once when two administrators decide and the expert changes it at the same time', async () => {
    const expert = await signUpApprovedExpert(server, admin)
    await changeProfile(expert, profile)
    const requested_at = server.clock.now().toISOString()
    const decisions = [
      decide(expert, 'approve_change', { requested_at }),
      decide(expert, 'decline_change', { requested_at }),
    ]
    // The change is another request, which nobody has seen.
    server.clock.advance(1)
    expect((await changeProfile(expert, profile)).status).toBe(200)
    const statuses = (await Promise.all(decisions)).map(({ status }) => status).sort()
    expect([
      [200, 409],
      [409, 409],
    ]).toContainEqual(statuses)
  })

  it('is decided on by administrators only', async () => {
    const expert = await signUpApprovedExpert(server, admin)
    await changeProfile(expert, profile)
    const body = { action: 'approve_change', requested_at: server.clock.now().toISOString() }
    const params = { id: expert.id }
    expect((await server.request('PUT /api/admin/experts/{id}/', { token: expert.token, params, body })).status).toBe(
      403,
    )
    const farmer = await signUpFarmer(server)
    expect((await decide(farmer, 'approve_change', body)).status).toBe(404)
  })

  it('loses qualifications that wait when the approval is taken back', async () => {
    const expert = await signUpApprovedExpert(server, admin)
    const { expert: before } = await getDetails(expert)
    await changeProfile(expert, profile)
    expect((await decide(expert, 'decline')).body.change).toBeNull()
    expect((await getDetails(expert)).expert.institution).toBe(before.institution)
    // Without an approval nothing is shown to farmers, so nothing waits.
    expect((await changeProfile(expert, profile)).body.profile).toEqual(profile)
    expect((await decide(expert, 'approve')).body).toMatchObject({ changed_at: null, profile })
  })

  it('counts as unchanged when nothing changed', async () => {
    const expert = await signUpApprovedExpert(server, admin)
    const { expert: current } = await getDetails(expert)
    await changeProfile(expert, current)
    expect(await findExpert(expert.username)).toMatchObject([{ changed_at: null, change: null }])
  })

  it('is changed at once where nobody approves experts', async () => {
    const otherServer = await startTestServer({ expertApproval: 'auto' })
    try {
      const { token } = await signUpExpert(otherServer)
      const { body } = await otherServer.request('PUT /api/account/expert-profile/', { token, body: profile })
      expect(body.profile).toEqual(profile)
    } finally {
      await otherServer.close()
    }
  })

  it('needs what a sign-up needs, and is no business of a farmer', async () => {
    const expert = await signUpApprovedExpert(server, admin)
    for (const invalid of [{ areas_of_expertise: ' , ' }, { experience_years: 81 }, { bio: 'x'.repeat(2001) }])
      expect((await changeProfile(expert, { ...profile, ...invalid })).status).toBe(400)
    expect((await changeProfile(await signUpFarmer(server), profile)).status).toBe(403)
  })
})

it('personal details are shown to their owner for correction, and a second submission replaces them', async () => {
  const farmer = await signUpFarmer(server)
  expect((await getDetails(farmer)).person).toBeNull()
  const details = {
    customerTypeId: 'cooperative',
    idType: 'PASSPORT',
    idNumber: 'B0123456',
    organisationName: 'Bukoto Growers',
    firstName: 'Joy',
    middleName: '',
    lastName: 'Namusoke',
    gender: 'FEMALE',
    physicalAddress: 'Plot 4, Masaka Road',
    nationality: 'UG',
    dob: '1990-02-28',
    occupation: 'Farmer',
  }
  const save = (body: object) => server.request('POST /api/auth/complete-profile', { token: farmer.token, body })
  await save(details)
  expect((await getDetails(farmer)).person).toEqual(details)
  expect((await save({ ...details, lastName: 'Namusoke-Okot' })).status).toBe(200)
  expect((await getDetails(farmer)).person).toEqual({ ...details, lastName: 'Namusoke-Okot' })
})
