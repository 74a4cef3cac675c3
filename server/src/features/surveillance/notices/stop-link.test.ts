import { notificationSettings } from '@kutu/contract/notifications/notification-settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { chooseSms, createStopLink } from './stop-link.ts'

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
})
afterAll(() => server.close())

const choose = (token: string, is_on: boolean) =>
  server.request('PUT /api/surveillance/warning-sms/', { body: { token, is_on } })
const show = (token: string) => server.request('POST /api/surveillance/warning-sms/', { body: { token } })
const listOn = async ({ token }: TestUser) => {
  const { body } = await server.request('GET /api/account/notification-choices/', { token })
  const { choices } = notificationSettings.showNotificationChoices.reply.parse(body)
  return choices.filter(({ kind, is_on }) => kind === 'warnings' && is_on).map(({ channel }) => channel)
}
async function createToken({ id }: TestUser, app = server.app): Promise<string> {
  const user = await app.db.selectFrom('users').select('account_number').where('id', '=', id).executeTakeFirstOrThrow()
  const link = createStopLink(app, user.account_number)
  expect(link.startsWith(`${app.config.publicUrl}/stop#`)).toBe(true)
  return link.slice(link.indexOf('#') + 1)
}

it('the link of an SMS stops these SMS without a sign-in, nothing else, and takes it back', async () => {
  await server.request('PUT /api/account/notification-choices/', {
    token: grace.token,
    body: {
      choices: [
        { kind: 'warnings', channel: 'text', is_on: true },
        { kind: 'bookings', channel: 'text', is_on: true },
      ],
    },
  })
  const token = await createToken(grace)
  expect(token).toMatch(/^[0-9a-z]{13,24}$/)
  expect((await choose(token, false)).body).toEqual({ is_on: false })
  expect(await listOn(grace)).toEqual(['in_app', 'push'])
  const { body } = await server.request('GET /api/account/notification-choices/', { token: grace.token })
  expect(body.choices).toContainEqual({ kind: 'bookings', channel: 'text', is_on: true })
  expect((await choose(token, true)).body).toEqual({ is_on: true })
  expect(await listOn(grace)).toEqual(['in_app', 'text', 'push'])
  const entry = await server.app.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject_id'])
    .where('action', '=', 'notifications.chosen')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toMatchObject({ actor_id: grace.id, subject_id: grace.id })
})

it('the link says if these SMS are on, and in which language they are written', async () => {
  const token = await createToken(grace)
  for (const [is_on, language] of [
    [true, 'sw'],
    [false, 'lg'],
  ] as const) {
    await choose(token, is_on)
    await server.request('PUT /api/account/preferences/', { token: grace.token, body: { language } })
    const { status, body } = await show(token)
    expect([status, body]).toEqual([200, { is_on, language }])
  }
  const joan = await signUpFarmer(server)
  expect((await show(await createToken(joan))).body).toEqual({ is_on: false, language: 'en' })
})

it('a token of another account, another installation or a former member stops nothing', async () => {
  const joan = await signUpFarmer(server)
  const [own, other] = [await createToken(grace), await createToken(joan)]
  const config = { ...server.app.config, tokenSecret: 'another secret', previousTokenSecrets: [] }
  const foreign = await createToken(grace, { ...server.app, config })
  for (const token of [own.slice(0, 12) + other.slice(12), foreign, `${'0'.repeat(12)}${own.slice(12)}`]) {
    expect((await choose(token, false)).body.error).toBe('token_invalid')
    expect((await show(token)).body.error).toBe('token_invalid')
  }
  expect((await show('x')).body.error).toBe('validation_failed')
  expect((await choose('x', false)).body.error).toBe('validation_failed')
  await server.app.db.updateTable('users').set({ account_number: 'KT-1-1' }).where('id', '=', joan.id).execute()
  expect((await choose(other, false)).body.error).toBe('token_invalid')
  expect((await show(other)).body.error).toBe('token_invalid')
})

it('a link from before a rotation of the secret still works', async () => {
  const config = { ...server.app.config, tokenSecret: 'new', previousTokenSecrets: [server.app.config.tokenSecret] }
  const old = await createToken(grace)
  expect(await createToken(grace, { ...server.app, config })).not.toBe(old)
  expect(await chooseSms({ ...server.app, config }, { token: old, is_on: false })).toEqual({ is_on: false })
})
