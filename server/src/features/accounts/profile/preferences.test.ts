import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPendingBooking } from '../../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
})
afterAll(() => server.close())

const updatePreferences = ({ token }: TestUser, body: object) =>
  server.request('PUT /api/account/preferences/', { token, body })

it('language and time zone are stored separately and appear in the user record', async () => {
  const grace = await signUpFarmer(server)
  expect((await updatePreferences(grace, {})).body).toEqual({ language: 'en', time_zone: null })
  expect((await updatePreferences(grace, { language: 'sw' })).body).toEqual({ language: 'sw', time_zone: null })
  expect((await updatePreferences(grace, { time_zone: 'Africa/Kigali' })).body).toEqual({
    language: 'sw',
    time_zone: 'Africa/Kigali',
  })
  const me = await server.request('GET /api/auth/me', { token: grace.token })
  expect(me.body).toMatchObject({ language: 'sw', time_zone: 'Africa/Kigali' })
  expect((await updatePreferences(grace, { time_zone: null })).body).toEqual({ language: 'sw', time_zone: null })
})

it.each(['Mars/Olympus', '+03:00', '', 'Africa/Nairobi; drop', 7])('%j is not a time zone', async time_zone => {
  const grace = await signUpFarmer(server)
  const { status, body } = await updatePreferences(grace, { time_zone })
  expect({ status, error: body.error, field: body.errors?.[0]?.field }).toEqual({
    status: 400,
    error: 'validation_failed',
    field: 'time_zone',
  })
})

it('an unsupported language is rejected', async () => {
  expect((await updatePreferences(await signUpFarmer(server), { language: 'fr' })).status).toBe(400)
})

it('emails use the language and the time zone of their recipient', async () => {
  const [grace, okello] = [await signUpFarmer(server), await signUpExpert(server)]
  await updatePreferences(okello, { language: 'sw', time_zone: 'Africa/Kigali' })
  await createPendingBooking(server, grace, okello)
  const sentEmail = (await server.emailsTo(okello.email)).at(-1)
  expect(sentEmail?.text).toContain('CAT')
  expect(sentEmail?.text).not.toContain('EAT')
  expect(sentEmail?.text).toMatch(/Habari/)
})
