import { type DiseaseWarning, type WarningEvidence, warnings } from '@kutu/contract/warnings'
import { listNeighbors } from '@kutu/places/neighbors'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  chooseCountry,
  createDeciders,
  createOpenWarning,
  maizeRust,
  signUpGrower,
  storeWeeks,
} from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpApprovedExpert, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { addWeeks, findMonday } from '../weekly/weeks.ts'

let server: TestServer
let admin: TestUser
let okello: TestUser
let kamau: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  ;({ admin, okello, kamau } = await createDeciders(server))
  expect((await chooseCountry(server, okello, 'UG')).body).toEqual({ country: 'UG' })
})
beforeEach(async () => {
  await sql`truncate warning_notices, warning_deliveries, warning_photo_labels, disease_warnings, weekly_counts`.execute(
    server.app.db,
  )
})
afterAll(() => server.close())

const list = async ({ token }: TestUser, query: Record<string, string | number> = {}) =>
  (await server.request('GET /api/surveillance/warnings/', { token, query })).body
const show = async ({ token }: TestUser, id: string): Promise<WarningEvidence> => {
  const { status, body } = await server.request('GET /api/surveillance/warnings/{id}/', { token, params: { id } })
  expect(status, JSON.stringify(body)).toBe(200)
  return warnings.showWarning.reply.parse(body)
}
const confirm = ({ token }: TestUser, id: string, body: object = {}) =>
  server.request('POST /api/surveillance/warnings/{id}/confirm/', { token, params: { id }, body })
const decline = ({ token }: TestUser, id: string, body: object = { reason: 'known_cause' }) =>
  server.request('POST /api/surveillance/warnings/{id}/decline/', { token, params: { id }, body })

describe('a warning', () => {
  it('is confirmed by an expert of its country, once', async () => {
    const id = await createOpenWarning(server)
    expect((await show(okello, id)).warning).toMatchObject({ state: 'open', can_decide: true, district_name: 'Mbale' })
    const { status, body } = await confirm(okello, id, { weeks: 3 })
    expect([status, body.state]).toEqual([200, 'confirmed'])
    const today = server.clock.now().getTime()
    expect(Date.parse(body.valid_until) - today).toBeGreaterThan(20 * 86_400_000)
    expect(Date.parse(body.valid_until) - today).toBeLessThan(22 * 86_400_000)
    for (const reply of [await confirm(admin, id), await decline(okello, id)])
      expect([reply.status, reply.body.error]).toEqual([409, 'already_decided'])
    const entry = await server.app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('action', '=', 'warning.confirmed')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()
    // It is logged that nobody had labeled a photo.
    expect(entry).toEqual({ actor_id: okello.id, after: { valid_until: body.valid_until, labeled_photos: 0 } })
  })

  it('shows whom it would reach and what they would read, to those who decide', async () => {
    const id = await createOpenWarning(server)
    const [neighbor = ''] = listNeighbors('UG-mbale')
    for (const district of ['UG-mbale', 'UG-mbale', neighbor, 'UG-arua']) await signUpGrower(server, district)
    await signUpGrower(server, 'UG-mbale', ['RICE'])
    const preview = ({ token }: TestUser, weeks = 2) =>
      server.request('GET /api/surveillance/warnings/{id}/preview/', { token, params: { id }, query: { weeks } })
    const { body } = await preview(okello)
    // The test server has no SMS gateway.
    expect(body).toMatchObject({ farmers: 3, districts: 2, sms: 0 })
    expect(body.texts.map(({ language }: { language: string }) => language)).toEqual(['en', 'sw', 'lg'])
    for (const { text } of body.texts) expect(text).toContain('Mbale')
    expect((await preview(kamau)).body.error).toBe('warning_of_other_country')
    expect((await preview(okello, 5)).status).toBe(400)
  })

  it('is declined with a reason', async () => {
    const id = await createOpenWarning(server)
    expect((await decline(admin, id, { reason: 'because' })).status).toBe(400)
    const { body } = await decline(admin, id)
    expect(body).toMatchObject({ state: 'declined', decline_reason: 'known_cause', valid_until: null })
  })

  it('is decided by experts of its country and administrators only', async () => {
    const id = await createOpenWarning(server)
    for (const decide of [confirm, decline]) {
      const { status, body } = await decide(kamau, id)
      expect([status, body.error]).toEqual([403, 'warning_of_other_country'])
    }
    const chosen = await server.request('GET /api/surveillance/expert-country/', { token: kamau.token })
    expect(chosen.body).toEqual({ country: 'KE' })
    expect((await chooseCountry(server, kamau, 'KE')).status).toBe(200)
    const changed = await chooseCountry(server, kamau, 'UG')
    expect([changed.status, changed.body.error]).toEqual([409, 'country_chosen'])
    expect((await confirm(kamau, id)).body.error).toBe('warning_of_other_country')
    expect((await show(admin, id)).warning).toMatchObject({ state: 'open', can_decide: true })
  })

  it('cannot be decided by a farmer, an expert who waits for approval or nobody, not even in the database', async () => {
    const id = await createOpenWarning(server)
    const [farmer, waiting] = [await signUpFarmer(server), await signUpExpert(server)]
    await server.app.db.insertInto('expert_countries').values({ user_id: waiting.id, country: 'UG' }).execute()
    for (const person of [farmer, waiting, kamau]) {
      const update = sql`
        update disease_warnings set state = 'confirmed', decided_by = ${person.id}, decided_at = now(), valid_until = now()
        where id = ${id}`.execute(server.app.db)
      await expect(update).rejects.toMatchObject({ constraint: 'warnings_decided_in_the_region' })
    }
    const byNobody = sql`update disease_warnings set state = 'confirmed', valid_until = now()`.execute(server.app.db)
    await expect(byNobody).rejects.toMatchObject({ constraint: 'warnings_are_decided_by_people' })
    const asNew = sql`
      insert into disease_warnings (district, crop, disease, week, is_c2_alarm, is_c3_alarm, state, proposed_at)
      values ('UG-lira', 'maize', 'common_rust', '2026-11-23', true, true, 'expired', now())`.execute(server.app.db)
    await expect(asNew).rejects.toMatchObject({ constraint: 'warnings_decided_once' })
  })

  it('of two decisions at the same time gets one', async () => {
    const id = await createOpenWarning(server)
    const replies = await Promise.all([confirm(okello, id), decline(admin, id), confirm(admin, id)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})

describe('the list', () => {
  it('lists the warnings of a state, of the own country for experts', async () => {
    const mbale = await createOpenWarning(server)
    const nakuru = await createOpenWarning(server, { ...maizeRust, district: 'KE-nakuru' })
    const ids = ({ results }: { results: DiseaseWarning[] }) => results.map(({ id }) => id)
    expect(ids(await list(okello))).toEqual([mbale])
    expect(ids(await list(kamau))).toEqual([nakuru])
    expect(ids(await list(await signUpApprovedExpert(server, admin)))).toEqual([])
    expect(ids(await list(admin)).toSorted()).toEqual([mbale, nakuru].toSorted())
    expect(ids(await list(admin, { country: 'KE' }))).toEqual([nakuru])
    const page = await list(admin, { page: 2, page_size: 1 })
    expect([page.count, page.results.length, page.next]).toEqual([2, 1, null])
    await decline(okello, mbale)
    expect(ids(await list(okello))).toEqual([])
    expect(ids(await list(okello, { state: 'declined' }))).toEqual([mbale])
  })
})

describe('the evidence', () => {
  it('is shown to experts of other countries once the warning is confirmed, and not before', async () => {
    const id = await createOpenWarning(server)
    const showTo = ({ token }: TestUser) =>
      server.request('GET /api/surveillance/warnings/{id}/', { token, params: { id } })
    for (const expert of [kamau, await signUpApprovedExpert(server, admin)]) {
      const { status, body } = await showTo(expert)
      expect([status, body.error]).toEqual([403, 'warning_of_other_country'])
    }
    for (const person of [okello, admin]) expect((await showTo(person)).status).toBe(200)
    await confirm(okello, id)
    expect((await showTo(kamau)).body.warning).toMatchObject({ state: 'confirmed', can_decide: false })
    const declined = await createOpenWarning(server, { ...maizeRust, district: 'UG-arua' })
    await decline(okello, declined)
    const params = { id: declined }
    const { status } = await server.request('GET /api/surveillance/warnings/{id}/', { token: kamau.token, params })
    expect(status).toBe(403)
  })

  it('shows small counts to those who decide, and hides them from others', async () => {
    const [neighbor = ''] = listNeighbors('UG-mbale')
    await storeWeeks(server, { ...maizeRust, district: neighbor }, [
      { reports: 3, photographed: 12 },
      { reports: 9, photographed: 25 },
    ])
    const id = await createOpenWarning(server)
    const exact = await show(okello, id)
    expect(exact.weeks[10]).toMatchObject({ confident: 2, reports: 2, expected: 2, limit: 2 + 3 * Math.SQRT2 })
    expect(exact.ears?.c2).toBeCloseTo((15 - 2) / Math.SQRT2)
    expect(exact.chance_weeks).toBe(1000)
    expect(exact.neighbors[0]).toMatchObject({ previous_week: { confident: 3 } })
    await confirm(okello, id)
    const { alarms, weeks, neighbors, is_adjusted, ears, chance_weeks } = await show(kamau, id)
    expect([ears, chance_weeks]).toEqual([null, null])
    expect(alarms).toEqual(['c2', 'c3'])
    const week = findMonday(server.app, undefined)
    expect(weeks).toHaveLength(12)
    expect(weeks[0]?.week).toBe(addWeeks(week, -11))
    // The baseline has two reports a week, which stays unknown: it counts as none.
    expect(weeks[10]).toMatchObject({ confident: null, reports: 0, expected: 0, limit: 3 })
    expect(weeks.at(-1)).toMatchObject({ week, confident: 15, photographed: 30, reports: 15, expected: 0, limit: 3 })
    expect(weeks[5]).toMatchObject({ expected: null, limit: null })
    expect(is_adjusted).toBe(true)
    expect(neighbors.map(({ district }) => district)).toEqual(listNeighbors('UG-mbale'))
    expect(neighbors[0]).toMatchObject({ week: { confident: 9 }, previous_week: { confident: null } })
  })

  it('hides small counts beyond the border', async () => {
    expect(listNeighbors('UG-amudat')).toContain('KE-west-pokot')
    await storeWeeks(server, { ...maizeRust, district: 'KE-west-pokot' }, [{ reports: 3, photographed: 7 }])
    const id = await createOpenWarning(server, { ...maizeRust, district: 'UG-amudat' })
    const findAbroad = async (user: TestUser) =>
      (await show(user, id)).neighbors.find(({ district }) => district === 'KE-west-pokot')?.week.confident
    expect(await findAbroad(okello)).toBeNull()
    expect(await findAbroad(admin)).toBe(3)
  })

  it('expects reports by the number of farmers who photographed, and of all shown strengths', async () => {
    const quiet = Array.from({ length: 23 }, () => ({ reports: 10, photographed: 100 }))
    await storeWeeks(server, maizeRust, [...quiet, { reports: 40, photographed: 200 }])
    const { weeks } = await show(admin, await createOpenWarning(server))
    expect(weeks.at(-1)).toMatchObject({ reports: 40, expected: 20 })
    expect(weeks.at(-1)?.limit).toBeCloseTo(20 + 3 * Math.sqrt(20))
    // Each shown week has its baseline.
    expect(weeks.filter(({ limit }) => limit === null)).toEqual([])
  })
})
