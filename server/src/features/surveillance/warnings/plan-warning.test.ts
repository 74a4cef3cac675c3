import { notifications } from '@kutu/contract/notifications/notifications'
import { warnings } from '@kutu/contract/warnings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatDay } from '../../../platform/i18n/zoned-date-time.ts'
import { chooseCountry, createDeciders, createOpenWarning } from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpApprovedExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { addDays, findToday } from '../weekly/weeks.ts'

let server: TestServer
let okello: TestUser
let kamau: TestUser
let acen: TestUser
let id: string
beforeAll(async () => {
  server = await startTestServer()
  const { admin, ...experts } = await createDeciders(server)
  ;({ okello, kamau } = experts)
  acen = await signUpApprovedExpert(server, admin)
  await chooseCountry(server, acen, 'UG')
  id = await createOpenWarning(server)
})
afterAll(() => server.close())

const dayAhead = (days: number) => addDays(findToday(server.app), days)
async function plan(expert: TestUser, body: object) {
  const { token } = await signIn(server, expert.email)
  return server.request('PUT /api/surveillance/warnings/{id}/next-step/', { token, params: { id }, body })
}
async function show(expert: TestUser) {
  const { token } = await signIn(server, expert.email)
  const { body } = await server.request('GET /api/surveillance/warnings/{id}/', { token, params: { id } })
  return warnings.showWarning.reply.parse(body)
}
async function countWaiting(expert: TestUser): Promise<number> {
  const { token } = await signIn(server, expert.email)
  return (await server.request('GET /api/dashboard/waiting/', { token })).body.warnings
}

async function listVisits(expert: TestUser) {
  const { token } = await signIn(server, expert.email)
  const { body } = await server.request('GET /api/notifications/', { token })
  const { results } = notifications.listNotifications.reply.parse(body)
  return results.filter(({ type }) => type === 'visit_planned' || type === 'visit_cancelled')
}

it('a visit is planned by an expert of the country, and the warning waits for the visitor alone until its day', async () => {
  const visitor = { id: okello.id, username: okello.username }
  expect((await show(okello)).visitors).toContainEqual(visitor)
  expect(await countWaiting(okello)).toBe(1)
  const { status, body } = await plan(okello, { step: 'visit', on: dayAhead(3), visitor_id: okello.id })
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await show(okello)).warning.next_step).toEqual({ step: 'visit', on: dayAhead(3), visitor })
  expect(await countWaiting(okello)).toBe(1)
  expect(await countWaiting(acen)).toBe(0)
  server.clock.advance(3 * 86_400_000)
  expect(await countWaiting(acen)).toBe(1)
})

it('another look is in a week or on the last day before it expires, in place of the visit', async () => {
  expect((await plan(okello, { step: 'look_again' })).status).toBe(200)
  const { week, next_step } = (await show(okello)).warning
  const lastDay = addDays(week, 20)
  const on = dayAhead(7) < lastDay ? dayAhead(7) : lastDay
  expect(next_step).toEqual({ step: 'look_again', on, visitor: null })
})

it('a visit is before the warning expires, by somebody who decides there', async () => {
  for (const [body, field] of [
    [{ step: 'visit', on: dayAhead(-1), visitor_id: okello.id }, 'on'],
    [{ step: 'visit', on: dayAhead(22), visitor_id: okello.id }, 'on'],
    [{ step: 'visit', on: dayAhead(1), visitor_id: kamau.id }, 'visitor_id'],
    [{ step: 'visit', on: dayAhead(1) }, 'visitor_id'],
  ] as const) {
    const reply = await plan(okello, body)
    expect([reply.status, reply.body.errors[0].field]).toEqual([400, field])
  }
})

it('a visitor is notified of the visit, and that it is off once another plan takes its place', async () => {
  const [first, second] = [dayAhead(2), dayAhead(4)]
  expect((await plan(okello, { step: 'visit', on: first, visitor_id: okello.id })).status).toBe(200)
  expect(await listVisits(okello)).toEqual([])
  await plan(okello, { step: 'visit', on: first, visitor_id: acen.id })
  const planned = { type: 'visit_planned', read: false, subject: { type: 'warning', id } }
  const [notice, ...rest] = await listVisits(acen)
  expect([notice, rest]).toMatchObject([planned, []])
  expect(notice?.message).toBe(
    `You visit Mbale on ${formatDay('en', { day: first })} because of a warning: Common rust of maize.`,
  )

  // The same plan again changes nothing; another day takes the place of the unread notification.
  await plan(okello, { step: 'visit', on: first, visitor_id: acen.id })
  expect(await listVisits(acen)).toEqual([notice])
  await plan(okello, { step: 'visit', on: second, visitor_id: acen.id })
  const [moved, ...others] = await listVisits(acen)
  expect(others).toEqual([])
  expect(moved?.message).toContain(formatDay('en', { day: second }))

  await plan(okello, { step: 'look_again' })
  const off = `Your visit to Mbale on ${formatDay('en', { day: second })} is off.`
  expect(await listVisits(acen)).toMatchObject([{ ...planned, type: 'visit_cancelled', message: off }])

  // One who plans for another is notified as little as one who gives up the own visit.
  await plan(acen, { step: 'visit', on: second, visitor_id: okello.id })
  expect(await listVisits(acen)).toHaveLength(1)
  expect(await listVisits(okello)).toMatchObject([planned])
  server.clock.advance(1000)
  await plan(okello, { step: 'visit', on: second, visitor_id: acen.id })
  expect(await listVisits(okello)).toEqual([])
  expect((await listVisits(acen)).map(({ type }) => type)).toEqual(['visit_planned', 'visit_cancelled'])
})

it('a visit by somebody who no longer decides there is off, and the warning waits for the others again', async () => {
  expect((await plan(okello, { step: 'visit', on: dayAhead(3), visitor_id: acen.id })).status).toBe(200)
  expect(await countWaiting(okello)).toBe(0)
  await sql`update expert_countries set country = 'KE' where user_id = ${acen.id}`.execute(server.app.db)
  expect((await show(okello)).warning.next_step).toBeNull()
  expect(await countWaiting(okello)).toBe(1)
  expect((await plan(okello, { step: 'look_again' })).status).toBe(200)
  expect(await countWaiting(okello)).toBe(0)
  expect((await listVisits(acen))[0]?.type).toBe('visit_cancelled')
  await sql`update expert_countries set country = 'UG' where user_id = ${acen.id}`.execute(server.app.db)
})

it('nobody else plans, and nothing is planned once it is decided, by a note if there is one', async () => {
  expect((await plan(kamau, { step: 'look_again' })).body.error).toBe('warning_of_other_country')
  expect((await plan(await signUpFarmer(server), { step: 'look_again' })).status).toBe(403)
  const { token } = await signIn(server, okello.email)
  const body = { reason: 'known_cause', note: 'The rain of last week.' }
  const declined = await server.request('POST /api/surveillance/warnings/{id}/decline/', {
    token,
    params: { id },
    body,
  })
  expect(declined.body).toMatchObject({ state: 'declined', decline_note: body.note, withdrawal_reason: null })
  expect((await plan(okello, { step: 'look_again' })).body.error).toBe('already_decided')
  // The visit is off, and its notification is gone.
  expect((await listVisits(acen)).map(({ type }) => type)).toEqual(['visit_cancelled', 'visit_cancelled'])
})
