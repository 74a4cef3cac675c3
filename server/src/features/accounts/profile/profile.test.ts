import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer } from '../../../testing/server/test-users.ts'

let w: TestServer
beforeAll(async () => {
  w = await startTestServer()
})
afterAll(() => w.close())

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
  w.request('POST /api/auth/complete-profile', {
    token,
    body: { ...details, ...changes },
    headers: { 'accept-language': language },
  })

describe('completing the profile', () => {
  it('answers the fuller record, which then is the stored one', async () => {
    const person = await signUpFarmer(w)
    const { status, body } = await completeProfile(person.token)
    expect(status).toBe(200)
    expect(body.message).toBe('Your profile is complete.')
    expect(body.data).toMatchObject({
      accountComplete: true,
      firstName: 'Joy',
      middleName: '',
      lastName: 'Namusoke',
      surname: 'Namusoke',
      gender: 'FEMALE',
      physicalAddress: 'Plot 4, Masaka Road',
      branch: {
        name: 'Bukoto Growers',
        physicalAddress: 'Mbarara',
        contactPerson: { mobileNo: '+256772123456', email: person.email },
        account: { customerType: { name: 'Cooperative' }, isActivated: true },
      },
    })
    expect((await w.request('GET /api/auth/me', { token: person.token })).body).toEqual(body.data)
  })

  it('may be done again, and the record keeps no identity number', async () => {
    const person = await signUpExpert(w)
    await completeProfile(person.token)
    const { body } = await completeProfile(person.token, { organisationName: 'NARO', customerTypeId: 'ngo' }, 'sw')
    expect(body.data.branch).toMatchObject({
      name: 'KALRO Njoro',
      account: { customerType: { name: 'Shirika lisilo la kiserikali' } },
    })
    const auditEntries = await w.app.db.selectFrom('audit_log').selectAll().where('actor_id', '=', person.id).execute()
    expect(auditEntries.filter(({ action }) => action === 'profile.completed')).toHaveLength(2)
    expect(JSON.stringify(auditEntries)).not.toContain(details.idNumber)
  })

  it('names every missing field', async () => {
    const { token } = await signUpFarmer(w)
    const { status, body } = await w.request('POST /api/auth/complete-profile', { token, body: {} })
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
  ])('presets the two choices that nobody has to make: %j', async changes => {
    const { token } = await signUpFarmer(w)
    const { status, body } = await completeProfile(token, changes)
    expect(status).toBe(200)
    expect(body.data.gender).toBe('MALE')
    expect((await completeProfile(token, { idType: 'DRIVING_PERMIT' })).body.errors).toEqual([
      { field: 'idType', message: expect.any(String) },
    ])
  })

  it.each(['2999-01-01', '1899-12-31', '2001-02-30', 'yesterday'])('refuses %s as a birthday', async dob => {
    const { token } = await signUpFarmer(w)
    const { status, body } = await completeProfile(token, { dob })
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'dob', message: expect.any(String) }])
  })

  it('takes an older client’s placeholder for the kind of customer as the usual one', async () => {
    const { token } = await signUpFarmer(w)
    const { body } = await completeProfile(token, { customerTypeId: '5c0f7f6e-placeholder' })
    expect(body.data.branch.account.customerType.name).toBe('Individual farmer')
  })
})

it('the kinds of customer and the countries are named in the language asked for', async () => {
  const types = await w.request('GET /api/auth/customer-types', { headers: { 'accept-language': 'sw' } })
  expect(types.body.data).toContainEqual({ id: 'cooperative', name: 'Ushirika' })
  const countries = (language: string) =>
    w.request('GET /api/auth/countries', { headers: { 'accept-language': language } })
  const english = (await countries('en')).body.data
  expect(english).toContainEqual({ id: 'UG', name: 'Uganda' })
  expect(english.length).toBeGreaterThan(200)
  expect((await countries('sw')).body.data).toContainEqual({ id: 'DE', name: 'Ujerumani' })
  expect((await countries('lg')).body.data).toContainEqual({ id: 'UG', name: 'Yuganda' })
})
