import type { DiseaseWarning } from '@kutu/contract/warnings'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createConfirmedWarning,
  createDeciders,
  createOpenWarning,
  maizeRust,
  storeWeeks,
  weeksWithRise,
  withdrawWarning,
} from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { findMonday } from '../weekly/weeks.ts'
import { proposeWarnings } from './propose-warnings.ts'

const days = (count: number) => count * 86_400_000
const reason = 'The photos show another disease.'

let server: TestServer
let admin: TestUser
let okello: TestUser
let kamau: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  ;({ admin, okello, kamau } = await createDeciders(server))
})
beforeEach(async () => {
  await sql`truncate warning_notices, warning_deliveries, warning_photo_labels, disease_warnings, weekly_counts`.execute(
    server.app.db,
  )
  for (const person of [admin, okello, kamau]) Object.assign(person, await signIn(server, person.email))
})
afterAll(() => server.close())

const withdraw = (person: Pick<TestUser, 'token'>, id: string, ...rest: [object?, Record<string, string>?]) =>
  withdrawWarning(server, person, id, ...rest)
const confirm = ({ token }: TestUser, id: string) =>
  server.request('POST /api/surveillance/warnings/{id}/confirm/', { token, params: { id }, body: { weeks: 4 } })
const decline = ({ token }: TestUser, id: string) =>
  server.request('POST /api/surveillance/warnings/{id}/decline/', {
    token,
    params: { id },
    body: { reason: 'known_cause' },
  })
const list = async (state: string): Promise<DiseaseWarning[]> =>
  (await server.request('GET /api/surveillance/warnings/', { token: okello.token, query: { state } })).body.results
const listEntries = (id: string) =>
  server.app.db
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', 'warning.withdrawn')
    .where('subject_id', '=', id)
    .execute()

describe('a confirmed warning', () => {
  it('is withdrawn by an expert of its country with a reason, once', async () => {
    const id = await createConfirmedWarning(server, admin)
    const { status, body } = await withdraw(okello, id, { reason: `  ${reason} ` })
    expect([status, body]).toMatchObject([200, { state: 'withdrawn', withdrawal_reason: reason, can_decide: true }])
    expect(body.withdrawn_at).toBe(server.clock.now().toISOString())
    expect(await list('withdrawn')).toEqual([body])
    expect(await list('confirmed')).toEqual([])
    // The reason is erased with its author, so it is in the row of the warning only.
    expect(await listEntries(id)).toEqual([{ actor_id: okello.id, before: null, after: null }])
    for (const reply of [await withdraw(okello, id), await withdraw(admin, id), await confirm(admin, id)])
      expect([reply.status, reply.body.error]).toEqual([409, 'already_decided'])
    expect((await list('withdrawn'))[0]?.withdrawal_reason).toBe(reason)
  })

  it('is withdrawn by an administrator, but not without a reason that people can read', async () => {
    const id = await createConfirmedWarning(server, okello)
    for (const body of [{}, { reason: '' }, { reason: ' \n ' }, { reason: 'x'.repeat(501) }, { reason: 'a\u0000b' }]) {
      const reply = await withdraw(admin, id, body)
      expect([reply.status, reply.body.error]).toEqual([400, 'validation_failed'])
      expect(new Set(reply.body.errors.map(({ field }: { field: string }) => field))).toEqual(new Set(['reason']))
    }
    expect((await withdraw(admin, id, { reason: 'x'.repeat(500) })).status).toBe(200)
  })

  it('is not withdrawn by experts of other countries, farmers, or those who wait for approval', async () => {
    const id = await createConfirmedWarning(server, okello)
    const reply = await withdraw(kamau, id)
    expect([reply.status, reply.body.error]).toEqual([403, 'warning_of_other_country'])
    const [farmer, waiting] = [await signUpFarmer(server), await signUpExpert(server)]
    expect((await withdraw(farmer, id)).status).toBe(403)
    expect((await withdraw(waiting, id)).status).toBe(403)
    expect((await withdraw({ token: '' }, id)).status).toBe(401)
    expect((await withdraw(okello, '00000000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await list('confirmed')).map(warning => warning.id)).toEqual([id])
  })

  it('cannot be withdrawn once it is over, and others not at all', async () => {
    const open = await createOpenWarning(server)
    const declined = await createOpenWarning(server, { ...maizeRust, district: 'UG-gulu' })
    await decline(okello, declined)
    const over = await createConfirmedWarning(server, okello, { ...maizeRust, district: 'UG-lira' })
    const { valid_until: until } = (await list('confirmed'))[0] ?? {}
    // The last day in East Africa ends three hours before that in UTC.
    server.clock.advance(Date.parse(`${until}T20:59:00Z`) - server.clock.now().getTime())
    Object.assign(okello, await signIn(server, okello.email))
    const lastDay = await createConfirmedWarning(server, okello, { ...maizeRust, district: 'UG-arua' })
    const overWarnings = async () => (await list('confirmed')).filter(({ is_over }) => is_over).map(({ id }) => id)
    expect(await overWarnings()).toEqual([])
    server.clock.advance(120_000)
    expect(await overWarnings()).toEqual([over])
    for (const id of [open, declined, over]) {
      const { status, body } = await withdraw(okello, id)
      expect([status, body.error]).toEqual([409, 'warning_not_in_force'])
    }
    expect((await withdraw(okello, lastDay)).status).toBe(200)
  })

  it('is withdrawn by one of several at the same time, and the others learn of it', async () => {
    const id = await createConfirmedWarning(server, okello)
    const replies = await Promise.all([
      withdraw(okello, id),
      withdraw(admin, id),
      withdraw(okello, id, { reason: 'No.' }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    for (const { status, body } of replies) if (status === 409) expect(body.error).toBe('already_decided')
    expect(await listEntries(id)).toHaveLength(1)
    const winner = replies.find(({ status }) => status === 200)
    expect((await list('withdrawn'))[0]?.withdrawal_reason).toBe(winner?.body.withdrawal_reason)
  })

  it('is decided before it is withdrawn, if both happen at the same time', async () => {
    const id = await createOpenWarning(server)
    const [confirmed, withdrawn] = await Promise.all([confirm(okello, id), withdraw(admin, id)])
    expect(confirmed.status).toBe(200)
    expect([200, 409]).toContain(withdrawn.status)
    if (withdrawn.status === 409) expect(withdrawn.body.error).toBe('warning_not_in_force')
    const [warning] = await list(withdrawn.status === 200 ? 'withdrawn' : 'confirmed')
    expect(warning?.id).toBe(id)
  })

  it('is withdrawn once by a request that is repeated with its Idempotency-Key', async () => {
    const id = await createConfirmedWarning(server, okello)
    const send = () => withdraw(okello, id, { reason }, { 'idempotency-key': 'a-key-of-the-browser' })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(await listEntries(id)).toHaveLength(1)
  })
})

describe('in the database a withdrawn warning', () => {
  const change = (id: string, columns: string) =>
    sql`update disease_warnings set ${sql.raw(columns)} where id = ${id}`.execute(server.app.db)

  it('stays as it is, and is withdrawn by those who may decide only', async () => {
    const id = await createConfirmedWarning(server, okello)
    const byKamau = `state = 'withdrawn', withdrawn_by = '${kamau.id}', withdrawn_at = now(), note = 'No.'`
    await expect(change(id, byKamau)).rejects.toMatchObject({ constraint: 'warnings_decided_in_the_region' })
    const byOkello = byKamau.replace(kamau.id, okello.id)
    for (const [columns, constraint] of [
      [byOkello.replace("'No.'", 'null'), 'warnings_withdrawn_for_a_reason'],
      [byOkello.replace("'No.'", "' '"), 'warnings_withdrawn_for_a_reason'],
      [byOkello.replace("'No.'", "repeat('x', 501)"), 'warnings_withdrawn_for_a_reason'],
      [byOkello.replace('now()', 'valid_until + 3'), 'warnings_withdrawn_while_they_hold'],
      [`${byOkello}, valid_until = valid_until + 7`, 'warnings_decided_once'],
      [`${byOkello}, decided_by = '${admin.id}'`, 'warnings_decided_once'],
      ["state = 'withdrawn'", 'warnings_withdrawn_for_a_reason'],
      ["note = 'No.'", 'warnings_decided_once'],
    ] as const)
      await expect(change(id, columns), columns).rejects.toMatchObject({ constraint })
    expect((await withdraw(okello, id)).status).toBe(200)
    for (const columns of [
      "state = 'confirmed', withdrawn_by = null, withdrawn_at = null, note = null",
      `withdrawn_by = '${admin.id}'`,
      "note = 'Another one.'",
      'withdrawn_at = now()',
    ])
      await expect(change(id, columns), columns).rejects.toMatchObject({ constraint: 'warnings_decided_once' })
    // The erasure of its author.
    await change(id, 'note = null')
    expect(await list('withdrawn')).toMatchObject([{ id, withdrawal_reason: null }])
  })
})

describe('a withdrawn warning', () => {
  const readMap = (headers: Record<string, string> = {}) =>
    server.request('GET /api/surveillance/map/warnings/', { query: { country: 'UG' }, headers })
  const readAsOkello = (path: `GET /${string}`, query: Record<string, string> = { country: 'UG' }) =>
    server.request(path, { token: okello.token, query })

  it('leaves the public map, the GeoJSON and the trend at once, also those that are kept', async () => {
    const id = await createConfirmedWarning(server, okello)
    const before = await readMap()
    expect(before.body.results).toMatchObject([{ id }])
    expect(before.headers.get('cache-control')).toBe('public, no-cache')
    const kept = { 'if-none-match': before.headers.get('etag') ?? '' }
    expect((await readMap(kept)).status).toBe(304)
    await withdraw(okello, id)
    const after = await readMap(kept)
    expect([after.status, after.body.results]).toEqual([200, []])
    expect((await readAsOkello('GET /api/surveillance/warnings/export.geojson')).body.features).toEqual([])
    const trend = await readAsOkello('GET /api/surveillance/trends/', {
      country: 'UG',
      crop: 'maize',
      disease: 'common_rust',
    })
    expect(trend.body.weeks.some(({ warnings }: { warnings: number }) => warnings > 0)).toBe(false)
  })

  it('is in the weekly summary as withdrawn, with the reason, as long as it would have held', async () => {
    const id = await createConfirmedWarning(server, okello)
    const read = async () => (await readAsOkello('GET /api/surveillance/summary/')).body
    expect(await read()).toMatchObject({ warnings: { count: 1 }, withdrawn: { count: 0, results: [] } })
    const { body } = await withdraw(okello, id)
    const { warnings, withdrawn } = await read()
    expect(warnings.count).toBe(0)
    expect(withdrawn).toMatchObject({
      count: 1,
      results: [{ id, district_name: 'Mbale', withdrawn_at: body.withdrawn_at, withdrawal_reason: reason }],
    })
    server.clock.advance(days(15))
    Object.assign(okello, await signIn(server, okello.email))
    expect((await read()).withdrawn.count).toBe(0)
  })

  it('shows its evidence, without photos', async () => {
    const id = await createConfirmedWarning(server, okello)
    await withdraw(okello, id)
    const params = { id }
    const { body } = await server.request('GET /api/surveillance/warnings/{id}/', { token: okello.token, params })
    expect(body.warning).toMatchObject({ state: 'withdrawn', withdrawal_reason: reason })
    const photos = await server.request('GET /api/surveillance/warnings/{id}/photos/', { token: okello.token, params })
    expect([photos.status, photos.body.count]).toEqual([200, 0])
  })

  it('is not proposed again by the weeks that had ended, also where several districts rise, but by the next one', async () => {
    const id = await createConfirmedWarning(server, okello)
    const listStates = async () =>
      (await server.app.db.selectFrom('disease_warnings').select('state').orderBy('week').execute()).map(
        ({ state }) => state,
      )
    server.clock.advance(days(7))
    // The week after has a rise, which the confirmed warning covers.
    await storeWeeks(server, maizeRust, weeksWithRise(30).slice(-1))
    await proposeWarnings(server.app)
    Object.assign(okello, await signIn(server, okello.email))
    expect((await withdraw(okello, id)).status).toBe(200)
    await proposeWarnings(server.app)
    await Promise.all([1, 2].map(() => proposeWarnings(server.app)))
    expect(await listStates()).toEqual(['withdrawn'])
    server.clock.advance(days(7))
    await storeWeeks(server, maizeRust, weeksWithRise(60).slice(-1))
    await proposeWarnings(server.app)
    expect(await listStates()).toEqual(['withdrawn', 'open'])
    const week = findMonday(server.app, undefined)
    Object.assign(okello, await signIn(server, okello.email))
    expect(await list('open')).toMatchObject([{ district: 'UG-mbale', week }])
  })
})
