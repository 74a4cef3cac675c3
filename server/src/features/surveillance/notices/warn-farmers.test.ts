import { listNeighbors } from '@kutu/places/neighbors'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { type PushService, startPushService } from '../../../testing/fakes/push-service.ts'
import { startSmsGateway } from '../../../testing/fakes/sms-gateway.ts'
import { fetchNotifications } from '../../../testing/features/community.ts'
import { retryJobs } from '../../../testing/features/reminders.ts'
import {
  approveSms,
  chooseCountry,
  createOpenWarning,
  maizeRust,
  signUpGrower,
} from '../../../testing/features/surveillance.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signIn,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { copyFarmer } from '../../../testing/server/user-copies.ts'
import { createStopLink } from './stop-link.ts'
import { warnFarmers } from './warn-farmers.ts'
import { sendWarningSms } from './warning-sms.ts'

let server: TestServer
let push: PushService
let gateway: Awaited<ReturnType<typeof startSmsGateway>>
let admin: TestUser
let grace: TestUser
beforeAll(async () => {
  push = await startPushService()
  gateway = await startSmsGateway()
  server = await startTestServer({ pushServices: [push.origin], sms: gateway.sms, expertApproval: 'manual' })
  admin = await createTestAdmin(server)
})
beforeEach(async () => {
  await sql`truncate warning_notices, warning_deliveries, warning_photo_labels, disease_warnings, weekly_counts`.execute(
    server.app.db,
  )
  await sql`update farmer_profiles set district = null`.execute(server.app.db)
  push.received.splice(0)
  gateway.respondWith(101)
  gateway.accepted.length = 0
  grace = await createFarmer()
})
afterAll(async () => {
  await server.close()
  await push.close()
  await gateway.close()
})

const createFarmer = (district?: string, crops?: string[]) => signUpGrower(server, district, crops)
async function confirmWarning(cell = maizeRust): Promise<string> {
  const id = await createOpenWarning(server, cell)
  const { token } = await signIn(server, admin.email)
  const reply = await server.request('POST /api/surveillance/warnings/{id}/confirm/', {
    token,
    params: { id },
    body: {},
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  await approveSms(server, id)
  return id
}
const isOutsideMbale = (code: string) => code !== 'UG-mbale' && !listNeighbors('UG-mbale').includes(code)
/** Confirms a warning of Mbale that names Kapchorwa, which is no neighbor of it. */
async function confirmCluster(): Promise<string> {
  expect(isOutsideMbale('UG-kapchorwa')).toBe(true)
  const id = await createOpenWarning(server)
  const rising_districts = ['UG-mbale', 'UG-sironko', 'UG-kapchorwa']
  await server.app.db.updateTable('disease_warnings').set({ rising_districts, rising_weeks: 2 }).execute()
  const { token } = await signIn(server, admin.email)
  const params = { id }
  const { status } = await server.request('POST /api/surveillance/warnings/{id}/confirm/', { token, params, body: {} })
  expect(status).toBe(200)
  await approveSms(server, id)
  return id
}
const listNotices = async (farmer: TestUser) => {
  const { token } = await signIn(server, farmer.email)
  return (await server.request('GET /api/surveillance/notices/', { token })).body
}
const choose = ({ token }: TestUser, channel: string, is_on: boolean) =>
  server.request('PUT /api/account/notification-choices/', {
    token,
    body: { choices: [{ kind: 'warnings', channel, is_on }] },
  })
const listWarned = async (farmer: TestUser, language?: string) =>
  (await fetchNotifications(server, await signIn(server, farmer.email), language)).results.filter(
    ({ type }) => type === 'disease_warning',
  )
const listNotified = async () =>
  (await server.app.db.selectFrom('warning_notices').select('farmer_id').execute()).map(({ farmer_id }) => farmer_id)

describe('a confirmed warning', () => {
  it('goes to farmers who grow the crop, in the district and around it', async () => {
    const [neighbor = ''] = listNeighbors('UG-mbale')
    const near = await createFarmer(neighbor)
    await createFarmer('UG-arua')
    await createFarmer('UG-mbale', ['RICE'])
    const photographer = await createFarmer('UG-mbale', [])
    await uploadPhoto(server, photographer.token, await drawLeaf({ seed: 1 }).jpeg().toBuffer(), {
      fields: { crop_type: 'MAIZE' },
    })
    const id = await confirmWarning()
    await server.runJobs()
    expect((await listNotified()).toSorted()).toEqual([grace.id, near.id, photographer.id].toSorted())
    const [notification] = await listWarned(grace)
    expect(notification).toMatchObject({ read: false, subject: { type: 'warning', id } })
    expect(notification?.message).toMatch(
      /^Warning until \d+ \w+\. Common rust of maize: more farmers than usual report it in and around Mbale\. Read the three steps\.$/,
    )
    expect((await listWarned(grace, 'sw'))[0]?.message).toContain(
      'Kutu ya kawaida ya mahindi: wakulima wengi kuliko kawaida wanauripoti Mbale na maeneo ya karibu.',
    )
    const delivery = await server.app.db.selectFrom('warning_deliveries').selectAll().executeTakeFirstOrThrow()
    expect(delivery).toMatchObject({ farmers: 3, finished_at: expect.any(Date) })
  })

  it('of several districts goes to farmers in all of them and around each, by SMS and push as well', async () => {
    const farNeighbor = listNeighbors('UG-kapchorwa').find(isOutsideMbale) ?? ''
    const [named, near] = [await createFarmer('UG-kapchorwa'), await createFarmer(farNeighbor)]
    await createFarmer('UG-arua')
    await choose(named, 'text', true)
    const browser = push.createBrowser('named')
    const { endpoint, keys } = browser
    await server.request('POST /api/account/push-subscriptions/', { token: named.token, body: { endpoint, keys } })
    const id = await confirmCluster()
    await server.runJobs()
    await warnFarmers(server.app, { warning: id })
    expect((await listNotified()).toSorted()).toEqual([grace.id, named.id, near.id].toSorted())
    expect(gateway.accepted).toHaveLength(1)
    expect(push.received.map(({ body }) => browser.decrypt(body))).toMatchObject([{ path: `/account/warnings/${id}` }])
    for (const farmer of [named, near]) expect(await listWarned(farmer)).toMatchObject([{ subject: { id } }])
    expect(await listNotices(near)).toMatchObject({ count: 1, results: [{ id, district: 'UG-mbale' }] })
  })

  it('is pushed to the farmer’s browsers', async () => {
    const browser = push.createBrowser('grace')
    const { endpoint, keys } = browser
    await server.request('POST /api/account/push-subscriptions/', { token: grace.token, body: { endpoint, keys } })
    const id = await confirmWarning()
    await server.runJobs()
    expect(push.received.map(({ body }) => browser.decrypt(body))).toMatchObject([
      {
        body: expect.stringMatching(
          /^Warning until .*\. Common rust of maize: more farmers than usual report it in and around Mbale\.\n1 .*\n2 .*\n3 .*$/,
        ),
        path: `/account/warnings/${id}`,
      },
    ])
  })

  it('is sent by SMS once, to those who chose SMS', async () => {
    await createFarmer()
    await choose(grace, 'text', true)
    gateway.respondWith(503)
    const id = await confirmWarning()
    await server.runJobs()
    expect(gateway.accepted).toEqual([])
    gateway.respondWith(101)
    await retryJobs(server)
    await withTransaction(server.app, tx => enqueue(tx, 'sms_about_warning', { warning: id, farmer: grace.id }))
    await server.runJobs()
    expect(gateway.accepted.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Kutu: Common rust of maize\. More farmers than usual report it in and around Mbale\. [^\n]*\n1 .*\n2 .*\n3 .*\nLook for: .*\nStop these SMS: http\S+\/stop#\w+$/,
      ),
    ])
  })

  it('is not sent by SMS again when the gateway took it and the connection broke, or the server crashed', async () => {
    await choose(grace, 'text', true)
    gateway.respondWith('hang up')
    const id = await confirmWarning()
    await server.runJobs()
    gateway.respondWith(101)
    await retryJobs(server)
    const job = { warning: id, farmer: grace.id }
    await withTransaction(server.app, tx => enqueue(tx, 'sms_about_warning', job))
    await server.runJobs()
    expect(gateway.accepted).toHaveLength(1)
    const notice = () =>
      server.app.db.selectFrom('warning_notices').select(['sms_at', 'sms_refused']).where('farmer_id', '=', grace.id)
    expect(await notice().execute()).toEqual([{ sms_at: expect.any(Date), sms_refused: 'unknown' }])

    // The server ends after the gateway has answered and before the outcome is stored.
    await server.app.db.updateTable('warning_notices').set({ sms_at: null, sms_refused: null }).execute()
    await sql`create function crash() returns trigger language plpgsql as $$ begin
      if old.sms_refused = 'unknown' then raise exception 'crash'; end if; return new; end $$`.execute(server.app.db)
    await sql`create trigger crash before update on warning_notices for each row execute function crash()`.execute(
      server.app.db,
    )
    await expect(sendWarningSms(server.app, job)).rejects.toThrow('crash')
    await sql`drop function crash cascade`.execute(server.app.db)
    await Promise.all([1, 2].map(() => sendWarningSms(server.app, job)))
    expect(gateway.accepted).toHaveLength(2)
  })

  it('does not count as sent by SMS where the gateway was removed after the approval', async () => {
    await choose(grace, 'text', true)
    const id = await confirmWarning()
    await server.runJobs()
    await server.app.db.updateTable('warning_notices').set({ sms_at: null, sms_refused: null }).execute()
    const config = { ...server.app.config, sms: undefined }
    await sendWarningSms({ ...server.app, config }, { warning: id, farmer: grace.id })
    const notices = await server.app.db.selectFrom('warning_notices').select('sms_at').execute()
    expect(notices.map(({ sms_at }) => sms_at)).toEqual([null])
    // The gateway gets the link, which is a secret.
    const { account_number } = await server.app.db
      .selectFrom('users')
      .select('account_number')
      .where('id', '=', grace.id)
      .executeTakeFirstOrThrow()
    expect(gateway.accepted.map(({ text }) => text)).toEqual([
      expect.stringContaining(createStopLink(server.app, account_number)),
    ])
  })

  it('is sent by SMS later, once, when the gateway cannot be reached', async () => {
    await choose(grace, 'text', true)
    const id = await confirmWarning()
    await server.runJobs()
    await server.app.db.updateTable('warning_notices').set({ sms_at: null, sms_refused: null }).execute()
    const closed = await startSmsGateway()
    await closed.close()
    const unreachable = { ...server.app.config, sms: closed.sms }
    const job = { warning: id, farmer: grace.id }
    gateway.accepted.length = 0
    await expect(sendWarningSms({ ...server.app, config: unreachable }, job)).rejects.toThrow('did not answer')
    await Promise.all([1, 2, 3].map(() => sendWarningSms(server.app, job)))
    expect(gateway.accepted).toHaveLength(1)
  })

  it('is neither sent by SMS nor pushed after its last day', async () => {
    await choose(grace, 'text', true)
    const { endpoint, keys } = push.createBrowser('late')
    await server.request('POST /api/account/push-subscriptions/', { token: grace.token, body: { endpoint, keys } })
    gateway.respondWith(503)
    push.respondWith(503)
    await confirmWarning()
    await server.runJobs()
    gateway.respondWith(101)
    push.respondWith(201)
    push.received.splice(0)
    server.clock.advance(15 * 86_400_000)
    await retryJobs(server)
    expect([gateway.accepted, push.received]).toEqual([[], []])
    const { rows } = await sql`
      select from graphile_worker.jobs where task_identifier in ('sms_about_warning', 'push')`.execute(server.app.db)
    expect(rows).toEqual([])
  })

  it('does not go to farmers who switched warnings off', async () => {
    for (const channel of ['in_app', 'push']) await choose(grace, channel, false)
    await confirmWarning()
    await server.runJobs()
    expect(await listNotified()).toEqual([])
  })

  it('goes to a farmer at most once a week for each crop', async () => {
    await confirmWarning()
    await server.runJobs()
    await confirmWarning({ ...maizeRust, disease: 'streak_virus' })
    await server.runJobs()
    expect(await listWarned(grace)).toHaveLength(1)
    await confirmWarning({ ...maizeRust, crop: 'rice', disease: 'blast' })
    await server.app.db
      .updateTable('farmer_profiles')
      .set({ crop_types: ['maize', 'rice'] })
      .execute()
    await server.runJobs()
    expect(await listWarned(grace)).toHaveLength(2)
    server.clock.advance(7 * 86_400_000)
    await confirmWarning({ ...maizeRust, disease: 'gray_leaf_spot' })
    await server.runJobs()
    expect(await listWarned(grace)).toHaveLength(3)
    const [first] = await server.app.db.selectFrom('warning_notices').selectAll().orderBy('sent_at').execute()
    const again = sql`
      insert into warning_notices (warning_id, farmer_id, crop, sent_at, next_at)
      select id, ${grace.id}, 'maize', ${first?.sent_at}, ${first?.next_at} from disease_warnings
      where disease = 'streak_virus'`.execute(server.app.db)
    await expect(again).rejects.toMatchObject({ constraint: 'notices_once_a_week' })
  })

  it('is the only one that farmers can hear of', async () => {
    const id = await createOpenWarning(server)
    const early = sql`
      insert into warning_notices (warning_id, farmer_id, crop, sent_at, next_at)
      values (${id}, ${grace.id}, 'maize', now(), now() + interval '168 hours')`.execute(server.app.db)
    await expect(early).rejects.toMatchObject({ constraint: 'notices_of_confirmed_warnings' })
  })
})

describe('a farmer who has heard of another warning of the crop', () => {
  const [neighbor = ''] = listNeighbors('UG-mbale')
  const days = (count: number) => count * 86_400_000
  const repeat = async () => {
    await withTransaction(server.app, tx => enqueue(tx, 'repeat_deliveries', {}))
    await server.runJobs()
  }
  const listHeard = async (farmer: TestUser) => (await listWarned(farmer)).map(({ subject }) => subject?.id)

  it('hears of the one of the own district when the week is over, once', async () => {
    const first = await confirmWarning({ ...maizeRust, district: neighbor })
    await server.runJobs()
    server.clock.advance(days(6))
    const second = await confirmWarning()
    await server.runJobs()
    server.clock.advance(days(0.9))
    await repeat()
    expect(await listHeard(grace)).toEqual([first])
    server.clock.advance(days(0.2))
    await Promise.all([1, 2, 3].map(() => repeat()))
    await repeat()
    expect((await listHeard(grace)).toSorted()).toEqual([first, second].toSorted())
    const { rows } =
      await sql`select from warning_deliveries where finished_at is null or again_at is not null`.execute(server.app.db)
    expect(rows).toEqual([])
  })

  it('hears nothing more if the warning is over by then', async () => {
    const first = await confirmWarning({ ...maizeRust, district: neighbor })
    await server.runJobs()
    await confirmWarning()
    await server.runJobs()
    server.clock.advance(days(15))
    await repeat()
    expect(await listHeard(grace)).toEqual([first])
  })

  it('hears of the one of the own district first if both come at once, and of the other a week later', async () => {
    const near = await createFarmer(neighbor)
    const other = await confirmWarning({ ...maizeRust, district: neighbor })
    const own = await confirmWarning()
    await server.runJobs()
    expect([await listHeard(grace), await listHeard(near)]).toEqual([[own], [other]])
    server.clock.advance(days(7))
    await repeat()
    for (const farmer of [grace, near]) expect((await listHeard(farmer)).toSorted()).toEqual([own, other].toSorted())
  })
})

describe('the job that notifies farmers', () => {
  it('reaches every farmer once, page by page, also when a page fails and when jobs run at the same time', async () => {
    const ids = (await copyFarmer(server.app.db, grace.email, 450)).map(({ id }) => id)
    await sql`insert into farmer_profiles (user_id, farm_location, farm_size, crop_types, district)
      select unnest(${ids}::uuid[]), 'Here', 1, '{maize}', 'UG-mbale'`.execute(server.app.db)
    const id = await confirmWarning()
    await sql`create function fail_late() returns trigger language plpgsql as $$ begin
      if (select count(*) from warning_notices) > 300 then raise exception 'no'; end if; return new; end $$`.execute(
      server.app.db,
    )
    await sql`create trigger fail_late before insert on notifications for each row execute function fail_late()`.execute(
      server.app.db,
    )
    await expect(warnFarmers(server.app, { warning: id })).rejects.toThrow('no')
    await sql`drop trigger fail_late on notifications`.execute(server.app.db)
    expect(await listNotified()).toHaveLength(200)
    await Promise.all([1, 2, 3].map(() => warnFarmers(server.app, { warning: id })))
    expect((await listNotified()).toSorted()).toEqual([grace.id, ...ids].toSorted())
    const { rows } = await sql`select from notifications where subject_id = ${id} and type = 'disease_warning'`.execute(
      server.app.db,
    )
    expect(rows).toHaveLength(451)
  })

  it('notifies nobody of a warning that is over', async () => {
    const id = await confirmWarning()
    server.clock.advance(15 * 86_400_000)
    await warnFarmers(server.app, { warning: id })
    expect(await listNotified()).toEqual([])
  })
})

describe('the warnings of a farmer', () => {
  it('are those that hold in the own district and around it', async () => {
    const id = await confirmWarning()
    await confirmWarning({ ...maizeRust, district: 'UG-arua' })
    expect(await listNotices(grace)).toMatchObject({
      count: 1,
      district: 'UG-mbale',
      results: [{ id, is_over: false }],
    })
    expect(await listNotices(await createFarmer('UG-kisoro'))).toMatchObject({ count: 0 })
    expect(await listNotices(await signUpFarmer(server))).toMatchObject({ count: 0, district: null })
    server.clock.advance(15 * 86_400_000)
    expect(await listNotices(grace)).toMatchObject({ count: 0 })
    const { token } = await signIn(server, grace.email)
    const { body } = await server.request('GET /api/surveillance/notices/{id}/', { token, params: { id } })
    expect(body).toMatchObject({ id, is_over: true, district_name: 'Mbale' })
  })

  it('are shown only once they are confirmed', async () => {
    const id = await createOpenWarning(server)
    const { token } = await signIn(server, grace.email)
    const { status } = await server.request('GET /api/surveillance/notices/{id}/', { token, params: { id } })
    expect(status).toBe(404)
  })
})

it('experts of the country are notified of a rise, until somebody decides', async () => {
  const root = await signIn(server, admin.email)
  const [okello, kamau] = [await signUpApprovedExpert(server, root), await signUpApprovedExpert(server, root)]
  await chooseCountry(server, okello, 'UG')
  await chooseCountry(server, kamau, 'KE')
  const id = await createOpenWarning(server)
  const listProposed = async (expert: TestUser) =>
    (await fetchNotifications(server, expert)).results.filter(({ type }) => type === 'warning_proposed')
  expect(await listProposed(kamau)).toEqual([])
  expect(await listProposed(okello)).toMatchObject([
    {
      message: 'Common rust of maize may be rising in Mbale. Please look at the figures.',
      subject: { type: 'warning', id },
    },
  ])
  const params = { id }
  const body = { reason: 'known_cause' }
  await server.request('POST /api/surveillance/warnings/{id}/decline/', { token: okello.token, params, body })
  expect(await listProposed(okello)).toEqual([])
})
