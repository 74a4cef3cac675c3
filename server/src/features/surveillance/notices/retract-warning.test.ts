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
  createOpenWarning,
  maizeRust,
  signUpGrower,
  withdrawWarning,
} from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signIn, type TestUser } from '../../../testing/server/test-users.ts'
import { copyFarmer } from '../../../testing/server/user-copies.ts'
import { deliverCurrentPush } from './notices.ts'
import { retractWarning } from './retract-warning.ts'
import { warnFarmers } from './warn-farmers.ts'
import { sendWarningSms, sendWithdrawalSms } from './warning-sms.ts'

let server: TestServer
let push: PushService
let gateway: Awaited<ReturnType<typeof startSmsGateway>>
let admin: TestUser
let grace: TestUser
beforeAll(async () => {
  push = await startPushService()
  gateway = await startSmsGateway()
  server = await startTestServer({ pushServices: [push.origin], sms: gateway.sms })
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

const createFarmer = () => signUpGrower(server)
let copies: string[] = []
/** Adds 450 farmers to the one that every test has. */
async function placeManyFarmers(): Promise<void> {
  if (copies.length === 0) {
    copies = (await copyFarmer(server.app.db, grace.email, 450)).map(({ id }) => id)
    await sql`insert into farmer_profiles (user_id, farm_location, farm_size, crop_types)
      select unnest(${copies}::uuid[]), 'Here', 1, '{maize}'`.execute(server.app.db)
  }
  await server.app.db
    .updateTable('farmer_profiles')
    .set({ district: 'UG-mbale' })
    .where('user_id', 'in', copies)
    .execute()
}
/** Lets inserts into a table fail while a condition is true. Returns a function that ends it. */
async function failWhile(table: string, condition: string): Promise<() => Promise<unknown>> {
  await sql`create function fail_late() returns trigger language plpgsql as $$ begin
    if ${sql.raw(condition)} then raise exception 'no'; end if; return new; end $$`.execute(server.app.db)
  await sql`create trigger fail_late before insert on ${sql.table(table)} for each row execute function fail_late()`.execute(
    server.app.db,
  )
  return () => sql`drop function fail_late cascade`.execute(server.app.db)
}
async function confirmWarning(cell = maizeRust): Promise<string> {
  const id = await createOpenWarning(server, cell)
  const { token } = await signIn(server, admin.email)
  const path = 'POST /api/surveillance/warnings/{id}/confirm/'
  expect((await server.request(path, { token, params: { id }, body: {} })).status).toBe(200)
  await approveSms(server, id)
  return id
}
async function withdraw(id: string): Promise<void> {
  expect((await withdrawWarning(server, await signIn(server, admin.email), id)).status).toBe(200)
}
const choose = ({ token }: TestUser, channel: string, is_on: boolean) =>
  server.request('PUT /api/account/notification-choices/', {
    token,
    body: { choices: [{ kind: 'warnings', channel, is_on }] },
  })
const listMessages = async (farmer: TestUser, type: string, language?: string) =>
  (await fetchNotifications(server, await signIn(server, farmer.email), language)).results.filter(
    each => each.type === type,
  )
const readNotice = ({ id }: TestUser) =>
  server.app.db.selectFrom('warning_notices').selectAll().where('farmer_id', '=', id).executeTakeFirstOrThrow()
const storeAttempt = (minutesAgo: number, refused: string | null) =>
  server.app.db
    .updateTable('warning_notices')
    .set({ sms_at: new Date(server.clock.now().getTime() - minutesAgo * 60_000), sms_refused: refused })
    .execute()
const countJobs = async (task: string) => {
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = ${task}`.execute(server.app.db)
  return rows.length
}

describe('a withdrawal', () => {
  it('notifies those who got the notice of the warning in the app, once, in their language', async () => {
    const id = await confirmWarning()
    await server.runJobs()
    const late = await createFarmer()
    await withdraw(id)
    await server.runJobs()
    await withTransaction(server.app, tx => enqueue(tx, 'retract_warning', { warning: id }))
    await server.runJobs()
    expect(await listMessages(grace, 'warning_withdrawn')).toMatchObject([
      {
        message: 'This warning no longer holds: Common rust of maize, Mbale.',
        read: false,
        subject: { type: 'warning', id },
      },
    ])
    const inSwahili = await listMessages(grace, 'warning_withdrawn', 'sw')
    expect(inSwahili[0]?.message).toBe('Onyo hili halitumiki tena: Kutu ya kawaida ya mahindi, Mbale.')
    const inLuganda = await listMessages(grace, 'warning_withdrawn', 'lg')
    expect(inLuganda[0]?.message).toMatch(/^Okulabula kuno tekukyakola: .*kasooli.*, Mbale\.$/)
    expect(await listMessages(late, 'warning_withdrawn')).toEqual([])
    expect((await readNotice(grace)).withdrawal_at).toEqual(server.clock.now())
  })

  it('is pushed, and takes the place of the warning on the phone', async () => {
    const browser = push.createBrowser('grace')
    const { endpoint, keys } = browser
    await server.request('POST /api/account/push-subscriptions/', { token: grace.token, body: { endpoint, keys } })
    const id = await confirmWarning()
    await server.runJobs()
    await withdraw(id)
    await server.runJobs()
    expect(push.received.map(({ body }) => browser.decrypt(body))).toMatchObject([
      { tag: id },
      { tag: id, body: 'This warning no longer holds: Common rust of maize, Mbale.', path: `/account/warnings/${id}` },
    ])
    // A push of the warning that waited, for example because the worker was away.
    const job = { to: grace.id, type: 'disease_warning' as const, details: {}, cause: id }
    await deliverCurrentPush(server.app, job)
    expect(push.received).toHaveLength(2)
  })

  it('does not go to farmers who switched warnings off meanwhile', async () => {
    await choose(grace, 'text', true)
    const id = await confirmWarning()
    await server.runJobs()
    expect(gateway.accepted).toHaveLength(1)
    for (const channel of ['in_app', 'push', 'text']) await choose(grace, channel, false)
    await withdraw(id)
    await server.runJobs()
    expect(await listMessages(grace, 'warning_withdrawn')).toEqual([])
    expect(gateway.accepted).toHaveLength(1)
  })

  it('is no warning of the week, and the withdrawn one stays the one of the week', async () => {
    const id = await confirmWarning()
    await server.runJobs()
    const { next_at } = await readNotice(grace)
    server.clock.advance(3 * 86_400_000)
    await withdraw(id)
    await server.runJobs()
    expect((await readNotice(grace)).next_at).toEqual(next_at)
    server.clock.advance(4 * 86_400_000)
    await confirmWarning({ ...maizeRust, disease: 'gray_leaf_spot' })
    await server.runJobs()
    expect(await listMessages(grace, 'disease_warning')).toHaveLength(2)
  })
})

describe('the job that tells of a withdrawal', () => {
  it('reaches every farmer once, page by page, also when a page fails and when jobs run at the same time', async () => {
    await placeManyFarmers()
    const id = await confirmWarning()
    await warnFarmers(server.app, { warning: id })
    await withdraw(id)
    const end = await failWhile(
      'notifications',
      '(select count(*) from warning_notices where withdrawal_at is not null) > 300',
    )
    await expect(retractWarning(server.app, { warning: id })).rejects.toThrow('no')
    await end()
    const countRetracted = async () =>
      (await sql`select from warning_notices where withdrawal_at is not null`.execute(server.app.db)).rows.length
    expect(await countRetracted()).toBe(200)
    await Promise.all([1, 2, 3].map(() => retractWarning(server.app, { warning: id })))
    expect(await countRetracted()).toBe(451)
    const { rows } = await sql<{ count: number; farmers: number }>`
      select count(*)::integer as count, count(distinct user_id)::integer as farmers from notifications
      where subject_id = ${id} and type = 'warning_withdrawn'`.execute(server.app.db)
    expect(rows).toEqual([{ count: 451, farmers: 451 }])
  })

  /** The farmers who were notified of a warning, and of its withdrawal. */
  async function listReached(id: string): Promise<[warned: string[], retracted: string[]]> {
    const { rows } = await sql<{ type: string; farmers: string[] }>`
      select type, array_agg(user_id order by user_id) as farmers from notifications where subject_id = ${id}
      group by type`.execute(server.app.db)
    const listOf = (type: string) => rows.find(row => row.type === type)?.farmers ?? []
    return [listOf('disease_warning'), listOf('warning_withdrawn')]
  }

  it('tells those whom the warning had reached, if it is withdrawn while farmers are notified', async () => {
    await placeManyFarmers()
    const id = await confirmWarning()
    const end = await failWhile('warning_notices', '(select count(*) from warning_notices) > 300')
    await expect(warnFarmers(server.app, { warning: id })).rejects.toThrow('no')
    await end()
    await withdraw(id)
    // The job that had failed goes on.
    await Promise.all([warnFarmers(server.app, { warning: id }), retractWarning(server.app, { warning: id })])
    const [warned, retracted] = await listReached(id)
    expect(warned).toHaveLength(200)
    expect(retracted).toEqual(warned)
    const delivery = await server.app.db.selectFrom('warning_deliveries').selectAll().executeTakeFirstOrThrow()
    expect(delivery).toMatchObject({ farmers: 200, finished_at: expect.any(Date) })
  })

  it('tells everybody whom the warning reached, also those of pages at the same moment', async () => {
    await placeManyFarmers()
    const id = await confirmWarning()
    const root = await signIn(server, admin.email)
    await Promise.all([warnFarmers(server.app, { warning: id }), withdrawWarning(server, root, id)])
    await Promise.all([warnFarmers(server.app, { warning: id }), retractWarning(server.app, { warning: id })])
    const [warned, retracted] = await listReached(id)
    expect(retracted).toEqual(warned)
  })

  it('finds nobody where the warning has reached nobody yet, and nobody hears of it later', async () => {
    const id = await confirmWarning()
    await withdraw(id)
    await server.runJobs()
    expect(await server.app.db.selectFrom('warning_notices').selectAll().execute()).toEqual([])
    expect(await listMessages(grace, 'disease_warning')).toEqual([])
    expect(await listMessages(grace, 'warning_withdrawn')).toEqual([])
  })
})

describe('the SMS of a withdrawal', () => {
  it('goes once to those who got the SMS of the warning', async () => {
    const joan = await createFarmer()
    await choose(grace, 'text', true)
    const id = await confirmWarning()
    await server.runJobs()
    // Who chooses SMS only now gets none about a warning that came without one.
    await choose(joan, 'text', true)
    gateway.accepted.length = 0
    gateway.respondWith(503)
    await withdraw(id)
    await server.runJobs()
    gateway.respondWith(101)
    await retryJobs(server)
    await withTransaction(server.app, tx => enqueue(tx, 'sms_about_withdrawal', { warning: id, farmer: grace.id }))
    await withTransaction(server.app, tx => enqueue(tx, 'sms_about_withdrawal', { warning: id, farmer: joan.id }))
    await server.runJobs()
    expect(gateway.accepted.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Kutu: This warning no longer holds: Common rust of maize, Mbale\.\nStop these SMS: http\S+\/stop#\w+$/,
      ),
    ])
    expect(await readNotice(grace)).toMatchObject({ withdrawal_sms_at: expect.any(Date), withdrawal_sms_refused: null })
    expect(await readNotice(joan)).toMatchObject({ sms_at: null, withdrawal_sms_at: null })
  })

  it('does not follow an SMS that was not sent yet, and that one is not sent any more', async () => {
    await choose(grace, 'text', true)
    gateway.respondWith(503)
    const id = await confirmWarning()
    await server.runJobs()
    await withdraw(id)
    gateway.respondWith(101)
    await retryJobs(server)
    await sendWarningSms(server.app, { warning: id, farmer: grace.id })
    expect(gateway.accepted).toEqual([])
    expect(await readNotice(grace)).toMatchObject({ sms_at: null, withdrawal_sms_at: null })
    expect(await listMessages(grace, 'warning_withdrawn')).toHaveLength(1)
    // An older version does not look at the state.
    await expect(storeAttempt(0, 'unknown')).rejects.toMatchObject({ constraint: 'notices_of_confirmed_warnings' })
  })

  it.each([
    ['the gateway rejected the SMS', 1, 'UserInBlacklist', 0],
    ['the SMS was sent', 1, null, 1],
    ['nobody will know if it was sent', 6, 'unknown', 1],
  ] as const)('follows what became of the SMS of the warning: %s', async (_, minutesAgo, refused, expected) => {
    await choose(grace, 'text', true)
    const id = await confirmWarning()
    await warnFarmers(server.app, { warning: id })
    await storeAttempt(minutesAgo, refused)
    await withdraw(id)
    await server.runJobs()
    expect(gateway.accepted.map(({ text }) => text.includes('no longer holds'))).toEqual(Array(expected).fill(true))
  })

  it('waits while the SMS of the warning is being sent', async () => {
    await choose(grace, 'text', true)
    const id = await confirmWarning()
    await warnFarmers(server.app, { warning: id })
    await storeAttempt(1, 'unknown')
    await withdraw(id)
    await server.runJobs()
    expect(gateway.accepted).toEqual([])
    expect(await countJobs('sms_about_withdrawal')).toBe(1)
    await server.app.db.updateTable('warning_notices').set({ sms_refused: null }).execute()
    const job = { warning: id, farmer: grace.id }
    await Promise.all([1, 2, 3].map(() => sendWithdrawalSms(server.app, job)))
    expect(gateway.accepted).toHaveLength(1)
    await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`.execute(server.app.db)
  })

  it('is not sent again when the connection broke, or the server crashed between the steps', async () => {
    await choose(grace, 'text', true)
    const id = await confirmWarning()
    await server.runJobs()
    gateway.accepted.length = 0
    gateway.respondWith('hang up')
    await withdraw(id)
    await server.runJobs()
    gateway.respondWith(101)
    await retryJobs(server)
    const job = { warning: id, farmer: grace.id }
    await sendWithdrawalSms(server.app, job)
    expect(gateway.accepted).toHaveLength(1)
    expect((await readNotice(grace)).withdrawal_sms_refused).toBe('unknown')

    // The server ends after the gateway has replied and before the outcome is stored.
    await server.app.db
      .updateTable('warning_notices')
      .set({ withdrawal_sms_at: null, withdrawal_sms_refused: null })
      .execute()
    await sql`create function crash() returns trigger language plpgsql as $$ begin
      if old.withdrawal_sms_refused = 'unknown' then raise exception 'crash'; end if; return new; end $$`.execute(
      server.app.db,
    )
    await sql`create trigger crash before update on warning_notices for each row execute function crash()`.execute(
      server.app.db,
    )
    await expect(sendWithdrawalSms(server.app, job)).rejects.toThrow('crash')
    await sql`drop function crash cascade`.execute(server.app.db)
    await Promise.all([1, 2].map(() => sendWithdrawalSms(server.app, job)))
    expect(gateway.accepted).toHaveLength(2)
  })
})

describe('in the database a notice', () => {
  it('is withdrawn once, only with its warning, and by SMS only after one', async () => {
    const id = await confirmWarning()
    await warnFarmers(server.app, { warning: id })
    const change = (values: object) =>
      server.app.db.updateTable('warning_notices').set(values).where('warning_id', '=', id).execute()
    const now = server.clock.now()
    await expect(change({ withdrawal_at: now })).rejects.toMatchObject({ constraint: 'notices_withdrawn_once' })
    await withdraw(id)
    await retractWarning(server.app, { warning: id })
    for (const withdrawal_at of [null, new Date(now.getTime() + 1)])
      await expect(change({ withdrawal_at })).rejects.toMatchObject({ constraint: 'notices_withdrawn_once' })
    await expect(change({ withdrawal_sms_at: now })).rejects.toMatchObject({
      constraint: 'notices_withdrawn_by_sms_after_one',
    })
  })
})

describe('the warnings of a farmer', () => {
  const list = async (query: Record<string, string> = {}) => {
    const { token } = await signIn(server, grace.email)
    return (await server.request('GET /api/surveillance/notices/', { token, query })).body
  }

  it('have a withdrawn one on request, as long as it would have held', async () => {
    const id = await confirmWarning()
    await withdraw(id)
    // Older versions of the app would show it as in force.
    expect(await list()).toMatchObject({ count: 0, results: [] })
    const withdrawn = { id, is_over: true, withdrawn_at: server.clock.now().toISOString() }
    const { count, results } = await list({ include: 'withdrawn' })
    expect([count, results]).toMatchObject([1, [withdrawn]])
    // The reason is for experts.
    expect(JSON.stringify(results)).not.toContain('another disease')
    expect((await list({ include: 'declined' })).error).toBe('validation_failed')
    server.clock.advance(15 * 86_400_000)
    expect((await list({ include: 'withdrawn' })).count).toBe(0)
    const { token } = await signIn(server, grace.email)
    const { body } = await server.request('GET /api/surveillance/notices/{id}/', { token, params: { id } })
    expect(body).toMatchObject(withdrawn)
  })
})
