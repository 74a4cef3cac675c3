import { ownAccount } from '@kutu/contract/accounts/own-account'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPendingBooking } from '../../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let w: TestServer
beforeAll(async () => {
  w = await startTestServer({ expertApproval: 'auto' })
})
afterAll(() => w.close())

const updatePreferences = ({ token }: TestUser, body: object) =>
  w.request('PUT /api/account/preferences/', { token, body })
const getPreferences = async ({ token }: TestUser) => {
  const { body } = await w.request('GET /api/account/preferences/', { token })
  return ownAccount.showPreferences.reply.parse(body)
}

it('language and zone are kept with the account, each by itself, and the user record tells them', async () => {
  const grace = await signUpFarmer(w)
  expect(await getPreferences(grace)).toEqual({ language: 'en', time_zone: null })
  expect((await updatePreferences(grace, { language: 'sw' })).body).toEqual({ language: 'sw', time_zone: null })
  expect((await updatePreferences(grace, { time_zone: 'Africa/Kigali' })).status).toBe(200)
  expect(await getPreferences(grace)).toEqual({ language: 'sw', time_zone: 'Africa/Kigali' })
  const me = await w.request('GET /api/auth/me', { token: grace.token })
  expect(me.body).toMatchObject({ language: 'sw', time_zone: 'Africa/Kigali' })
  expect((await updatePreferences(grace, { time_zone: null })).body).toEqual({ language: 'sw', time_zone: null })
})

it.each(['Mars/Olympus', '+03:00', '', 'Africa/Nairobi; drop', 7])('%j is no time zone', async time_zone => {
  const grace = await signUpFarmer(w)
  const { status, body } = await updatePreferences(grace, { time_zone })
  expect({ status, error: body.error, field: body.errors?.[0]?.field }).toEqual({
    status: 400,
    error: 'validation_failed',
    field: 'time_zone',
  })
})

it('a language that Kutu does not speak is refused', async () => {
  expect((await updatePreferences(await signUpFarmer(w), { language: 'fr' })).status).toBe(400)
})

it('letters and news speak the language chosen and tell the time by the clock of their reader', async () => {
  const [grace, okello] = [await signUpFarmer(w), await signUpExpert(w)]
  await updatePreferences(okello, { language: 'sw', time_zone: 'Africa/Kigali' })
  await createPendingBooking(w, grace, okello)
  const letter = (await w.emailsTo(okello.email)).at(-1)
  expect(letter?.text).toContain('CAT')
  expect(letter?.text).not.toContain('EAT')
  expect(letter?.text).toMatch(/Habari/)
})
