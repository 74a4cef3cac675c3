import { channelsByKind, notificationKinds } from '@kutu/contract/notifications/notification-kinds'
import { notificationSettings } from '@kutu/contract/notifications/notification-settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import {
  createApprovedPost,
  createComment,
  fetchNotifications,
  sendHeldMessagesNow,
} from '../../../testing/features/community.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { isChannelEnabled } from './notification-choices.ts'

let server: TestServer
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

type Choice = { kind: string; channel: string; is_on: boolean }
const saveChoices = ({ token }: TestUser, ...choices: Choice[]) =>
  server.request('PUT /api/account/notification-choices/', { token, body: { choices } })
const loadChoices = async ({ token }: TestUser) => {
  const { body } = await server.request('GET /api/account/notification-choices/', { token })
  return notificationSettings.showNotificationChoices.reply.parse(body).choices
}
const turnOff = (kind: string, channel: string): Choice => ({ kind, channel, is_on: false })
const emailSubjects = async ({ email }: TestUser) => (await server.emailsTo(email)).map(({ subject }) => subject)

it('by default everything is on, for every channel of each kind, except SMS about warnings', async () => {
  const choices = await loadChoices(await signUpFarmer(server))
  expect(choices).toEqual(
    notificationKinds.flatMap(kind =>
      channelsByKind[kind].map(channel => ({ kind, channel, is_on: kind !== 'warnings' || channel !== 'text' })),
    ),
  )
  expect(choices.filter(({ channel }) => channel === 'text').map(({ kind }) => kind)).toEqual(['warnings', 'bookings'])
})

it('a user who turns off emails of one kind still gets notifications, and emails of other kinds', async () => {
  const grace = await signUpFarmer(server)
  expect((await saveChoices(grace, turnOff('posts', 'mail'))).status).toBe(200)
  const before = (await emailSubjects(grace)).length
  const post = await createApprovedPost(server, grace, okello)
  expect((await fetchNotifications(server, grace)).results.map(({ type }) => type)).toEqual(['post_approved'])
  await sendHeldMessagesNow(server)
  expect(await emailSubjects(grace)).toHaveLength(before)
  await createComment(server, okello, post.id)
  expect(await emailSubjects(grace)).toHaveLength(before + 1)
})

it('a user who turns off a kind in the app gets neither an entry nor an unread count', async () => {
  const grace = await signUpFarmer(server)
  await saveChoices(grace, turnOff('posts', 'in_app'))
  const post = await createApprovedPost(server, grace, okello)
  expect(await fetchNotifications(server, grace)).toMatchObject({ count: 0, unread: 0 })
  await createComment(server, okello, post.id)
  expect((await fetchNotifications(server, grace)).results.map(({ type }) => type)).toEqual(['post_answered'])
})

it('a choice applies to one user, stays until it is changed, and of two in one request the last counts', async () => {
  const [grace, joan] = [await signUpFarmer(server), await signUpFarmer(server)]
  await saveChoices(grace, turnOff('bookings', 'text'), turnOff('training', 'push'), {
    ...turnOff('training', 'push'),
    is_on: true,
  })
  const isOn = async (person: TestUser, kind: string, channel: string) =>
    (await loadChoices(person)).find(each => each.kind === kind && each.channel === channel)?.is_on
  expect(await isOn(grace, 'bookings', 'text')).toBe(false)
  expect(await isOn(grace, 'training', 'push')).toBe(true)
  expect(await isOn(joan, 'bookings', 'text')).toBe(true)
  expect(await withTransaction(server.app, tx => isChannelEnabled(tx, grace.id, 'booking_reminder', 'text'))).toBe(
    false,
  )
  await saveChoices(grace, { kind: 'bookings', channel: 'text', is_on: true })
  expect(await withTransaction(server.app, tx => isChannelEnabled(tx, grace.id, 'booking_reminder', 'text'))).toBe(true)
})

it('an unknown kind or channel is rejected', async () => {
  const grace = await signUpFarmer(server)
  for (const choice of [
    turnOff('gossip', 'mail'),
    turnOff('posts', 'pigeon'),
    turnOff('posts', 'text'),
    { ...turnOff('posts', 'mail'), is_on: 'no' },
  ])
    expect((await saveChoices(grace, choice as Choice)).status).toBe(400)
  expect((await saveChoices(grace)).status).toBe(400)
})
