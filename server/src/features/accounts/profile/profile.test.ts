import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer } from '../../../testing/server/test-users.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const details = {
  customerTypeId: 'cooperative',
  idType: 'NATIONAL_ID',
  idNumber: 'CM900123456789',
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
const completeProfile = (token: string, changes: object = {}, language = 'en') =>
  server.request('POST /api/auth/complete-profile', {
    token,
    body: { ...details, ...changes },
    headers: { 'accept-language': language },
  })

describe('completing the profile', () => {
  it('returns the full user record, which is then the stored one', async () => {
    const person = await signUpFarmer(server)
    const { status, body } = await completeProfile(person.token)
    expect(status).toBe(200)
    expect(body.message).toBe('Your profile is complete.')
    expect(body.data).toMatchObject({
      accountComplete: true,
      firstName: 'Joy',
      middleName: '',
      lastName: 'Namusoke',
      surname: 'Joy',
      gender: 'FEMALE',
      physicalAddress: 'Plot 4, Masaka Road',
      branch: {
        name: 'Bukoto Growers',
        physicalAddress: 'Mbarara',
        contactPerson: { mobileNo: '+256772123456', email: person.email },
        account: { customerType: { name: 'Cooperative' }, isActivated: true },
      },
    })
    const me = await server.request('GET /api/auth/me', { token: person.token })
    expect(me.body).toEqual({ ...body.data, required_step: null })
  })

  it('gives older clients, which show lastName and surname, the full name once', async () => {
    const person = await signUpFarmer(server)
    const fetchName = async () => {
      const { body } = await server.request('GET /api/auth/me', { token: person.token })
      return [body.lastName, body.surname]
    }
    expect(await fetchName()).toEqual(['', ''])
    await completeProfile(person.token, { middleName: 'Grace' })
    expect(await fetchName()).toEqual(['Namusoke', 'Joy Grace'])
  })

  it('can be repeated, and the audit log contains no identity number', async () => {
    const person = await signUpExpert(server)
    await completeProfile(person.token)
    const { body } = await completeProfile(person.token, { organisationName: 'NARO', customerTypeId: 'ngo' }, 'sw')
    expect(body.data.branch).toMatchObject({
      name: 'NARO',
      account: { customerType: { name: 'Shirika lisilo la kiserikali' } },
    })
    const auditEntries = await server.app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_id', '=', person.id)
      .execute()
    expect(auditEntries.filter(({ action }) => action === 'profile.completed')).toHaveLength(2)
    expect(JSON.stringify(auditEntries)).not.toContain(details.idNumber)
  })

  it('names every missing field', async () => {
    const { token } = await signUpFarmer(server)
    const { status, body } = await server.request('POST /api/auth/complete-profile', { token, body: {} })
    expect(status).toBe(400)
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(
      [
        'dob',
        'firstName',
        'idNumber',
        'lastName',
        'nationality',
        'occupation',
        'organisationName',
        'physicalAddress',
      ].sort(),
    )
  })

  it.each([
    { idType: '', gender: '' },
    { idType: undefined, gender: undefined },
  ])('has defaults for the two optional choices: %j', async changes => {
    const { token } = await signUpFarmer(server)
    const { status, body } = await completeProfile(token, changes)
    expect(status).toBe(200)
    expect(body.data.gender).toBe('MALE')
    expect((await completeProfile(token, { idType: 'DRIVING_PERMIT' })).body.errors).toEqual([
      { field: 'idType', message: expect.any(String) },
    ])
  })

  it.each(['2999-01-01', '1899-12-31', '2001-02-30', 'yesterday'])('rejects %s as a date of birth', async dob => {
    const { token } = await signUpFarmer(server)
    const { status, body } = await completeProfile(token, { dob })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'dob', message: expect.any(String) }])
  })

  it('replaces the customer type placeholder of older clients by the default', async () => {
    const { token } = await signUpFarmer(server)
    const { body } = await completeProfile(token, { customerTypeId: '5c0f7f6e-placeholder' })
    expect(body.data.branch.account.customerType.name).toBe('Individual farmer')
  })
})

it('customer types and countries are named in the requested language', async () => {
  const types = await server.request('GET /api/auth/customer-types', { headers: { 'accept-language': 'sw' } })
  expect(types.body.data).toContainEqual({ id: 'cooperative', name: 'Ushirika' })
  const countries = (language: string) =>
    server.request('GET /api/auth/countries', { headers: { 'accept-language': language } })
  const english = (await countries('en')).body.data
  expect(english).toContainEqual({ id: 'UG', name: 'Uganda' })
  expect(english.length).toBeGreaterThan(200)
  expect((await countries('sw')).body.data).toContainEqual({ id: 'DE', name: 'Ujerumani' })
  expect((await countries('lg')).body.data).toContainEqual({ id: 'UG', name: 'Yuganda' })
})
