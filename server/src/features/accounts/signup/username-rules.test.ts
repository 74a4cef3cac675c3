import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { expertRegistration, farmerRegistration } from '../../../testing/server/test-users.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const register = (username: string) =>
  server.request('POST /api/auth/register/farmer/', { body: { ...farmerRegistration(), username } })

const letters = 'Please use letters of one alphabet only.'
const address = 'A username cannot be a web or email address.'
const reserved = 'This username is reserved. Please choose another.'

it.each([
  ['mixes alphabets', '\u041autu', letters],
  ['mixes alphabets', 'Amin\u03b1', letters],
  ['is written in letters that look like Latin ones', '\u0441\u043e\u0441\u043e', letters],
  ['is a web address', 'kutu.com', address],
  ['is a web address', 'www.amina', address],
  ['is a web address', 'free-seeds.co.ke', address],
  ['is an email address', 'amina@example.test', address],
  ['is the name of the product', 'Kutu', reserved],
  ['is the name of the product', 'K.u.t.u', reserved],
  ['is the name of the product', 'k\u00fct\u00fc_1', reserved],
  ['contains the name of the product', 'kutu-team', reserved],
  ['is the name of a role', 'Admin', reserved],
  ['is the name of a role', 'adm1n99', reserved],
])('a username that %s is rejected: %s', async (_reason, username, message) => {
  const { status, body } = await register(username)
  expect([status, body.errors]).toEqual([400, [{ field: 'username', message }]])
})

it.each(['amina.nakato', 'Ŋŋoma', 'administer_maize', 'kutula', 'አበበ', 'محمد', 'Ирина', '3_sisters'])(
  'other usernames are accepted: %s',
  async username => {
    expect((await register(username)).status).toBe(201)
  },
)

it('the rules hold for experts as well', async () => {
  const body = { ...expertRegistration(), username: 'kutu.support' }
  const response = await server.request('POST /api/auth/register/expert/', { body })
  expect(response.body.errors).toEqual([{ field: 'username', message: reserved }])
})
