import { ownAccount } from '@kutu/contract/own-account'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expert, farmer, type Person } from '../testing/people.ts'
import { pendingBooking } from '../testing/slots.ts'
import { type World, world } from '../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
})
afterAll(() => w.close())

const choose = ({ token }: Person, body: object) => w.call('PUT /api/account/preferences/', { token, body })
const chosen = async ({ token }: Person) => {
  const { body } = await w.call('GET /api/account/preferences/', { token })
  return ownAccount.showPreferences.reply.parse(body)
}

it('language and zone are kept with the account, each by itself, and the user record tells them', async () => {
  const grace = await farmer(w)
  expect(await chosen(grace)).toEqual({ language: 'en', time_zone: null })
  expect((await choose(grace, { language: 'sw' })).body).toEqual({ language: 'sw', time_zone: null })
  expect((await choose(grace, { time_zone: 'Africa/Kigali' })).status).toBe(200)
  expect(await chosen(grace)).toEqual({ language: 'sw', time_zone: 'Africa/Kigali' })
  const me = await w.call('GET /api/auth/me', { token: grace.token })
  expect(me.body).toMatchObject({ language: 'sw', time_zone: 'Africa/Kigali' })
  expect((await choose(grace, { time_zone: null })).body).toEqual({ language: 'sw', time_zone: null })
})

it.each(['Mars/Olympus', '+03:00', '', 'Africa/Nairobi; drop', 7])('%j is no time zone', async time_zone => {
  const grace = await farmer(w)
  const { status, body } = await choose(grace, { time_zone })
  expect({ status, error: body.error, field: body.errors?.[0]?.field }).toEqual({
    status: 400,
    error: 'validation_failed',
    field: 'time_zone',
  })
})

it('a language that Kutu does not speak is refused', async () => {
  expect((await choose(await farmer(w), { language: 'fr' })).status).toBe(400)
})

it('letters and news speak the language chosen and tell the time by the clock of their reader', async () => {
  const [grace, okello] = [await farmer(w), await expert(w)]
  await choose(okello, { language: 'sw', time_zone: 'Africa/Kigali' })
  await pendingBooking(w, grace, okello)
  const letter = (await w.lettersTo(okello.email)).at(-1)
  expect(letter?.text).toContain('CAT')
  expect(letter?.text).not.toContain('EAT')
  expect(letter?.text).toMatch(/Habari/)
})
