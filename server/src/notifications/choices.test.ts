import { settings } from '@kutu/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { write } from '../db/write.ts'
import { approvedPost, comment, newsOf } from '../testing/board.ts'
import { expert, farmer, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import { wants } from './choices.ts'

let w: World
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  okello = await expert(w)
})
afterAll(() => w.close())

type Choice = { kind: string; channel: string; is_on: boolean }
const choose = ({ token }: Person, ...choices: Choice[]) =>
  w.call('PUT /api/account/notification-choices/', { token, body: { choices } })
const chosen = async ({ token }: Person) => {
  const { body } = await w.call('GET /api/account/notification-choices/', { token })
  return settings.showNotificationChoices.reply.parse(body).choices
}
const off = (kind: string, channel: string): Choice => ({ kind, channel, is_on: false })
const subjectsTo = async ({ email }: Person) => (await w.lettersTo(email)).map(({ subject }) => subject)

it('without a choice everything is told, by every way that there is for it', async () => {
  const choices = await chosen(await farmer(w))
  expect(choices).toHaveLength(21)
  expect(choices.every(({ is_on }) => is_on)).toBe(true)
  expect(choices.filter(({ channel }) => channel === 'text').map(({ kind }) => kind)).toEqual(['bookings'])
})

it('who wants no letters of a kind gets the notification alone, and the other kinds as before', async () => {
  const grace = await farmer(w)
  expect((await choose(grace, off('posts', 'mail'))).status).toBe(200)
  const before = (await subjectsTo(grace)).length
  const post = await approvedPost(w, grace, okello)
  expect((await newsOf(w, grace)).results.map(({ type }) => type)).toEqual(['post_approved'])
  expect(await subjectsTo(grace)).toHaveLength(before)
  await comment(w, okello, post.id)
  expect(await subjectsTo(grace)).toHaveLength(before + 1)
})

it('who wants none of a kind in the app is not told there, nor on the bell', async () => {
  const grace = await farmer(w)
  await choose(grace, off('posts', 'in_app'))
  const post = await approvedPost(w, grace, okello)
  expect(await newsOf(w, grace)).toMatchObject({ count: 0, unread: 0 })
  await comment(w, okello, post.id)
  expect((await newsOf(w, grace)).results.map(({ type }) => type)).toEqual(['post_answered'])
})

it('a choice is one’s own, holds until it is changed, and of two at once the last counts', async () => {
  const [grace, joan] = [await farmer(w), await farmer(w)]
  await choose(grace, off('bookings', 'text'), off('training', 'push'), { ...off('training', 'push'), is_on: true })
  const isOn = async (person: Person, kind: string, channel: string) =>
    (await chosen(person)).find(each => each.kind === kind && each.channel === channel)?.is_on
  expect(await isOn(grace, 'bookings', 'text')).toBe(false)
  expect(await isOn(grace, 'training', 'push')).toBe(true)
  expect(await isOn(joan, 'bookings', 'text')).toBe(true)
  expect(await write(w.app, tx => wants(tx, grace.id, 'booking_reminder', 'text'))).toBe(false)
  await choose(grace, { kind: 'bookings', channel: 'text', is_on: true })
  expect(await write(w.app, tx => wants(tx, grace.id, 'booking_reminder', 'text'))).toBe(true)
})

it('a kind or a way that there is not is refused', async () => {
  const grace = await farmer(w)
  for (const choice of [
    off('gossip', 'mail'),
    off('posts', 'pigeon'),
    off('posts', 'text'),
    { ...off('posts', 'mail'), is_on: 'no' },
  ])
    expect((await choose(grace, choice as Choice)).status).toBe(400)
  expect((await choose(grace)).status).toBe(400)
})
