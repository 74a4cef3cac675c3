import { warnings } from '@kutu/contract/warnings'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSmsGateway } from '../../../testing/fakes/sms-gateway.ts'
import { fetchNotifications } from '../../../testing/features/community.ts'
import {
  chooseCountry,
  createDeciders,
  createOpenWarning,
  maizeRust,
  signUpGrower,
  withdrawWarning,
} from '../../../testing/features/surveillance.ts'
import { waitUntil } from '../../../testing/processes/spawn-script.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpApprovedExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { proposeWarnings } from './propose-warnings.ts'

let server: TestServer
let gateway: Awaited<ReturnType<typeof startSmsGateway>>
let admin: TestUser
let okello: TestUser
let kamau: TestUser
let acen: TestUser
let grace: TestUser
beforeAll(async () => {
  gateway = await startSmsGateway()
  const config = { expertApproval: 'manual', warningDelayMinutes: 10 } as const
  server = await startTestServer({
    ...config,
    sms: gateway.sms,
    smsPartPrice: { amount: 0.03, currency: 'USD' },
  })
  ;({ admin, okello, kamau } = await createDeciders(server))
  acen = await signUpApprovedExpert(server, admin)
  await chooseCountry(server, acen, 'UG')
})
beforeEach(async () => {
  await sql`truncate warning_notices, warning_deliveries, warning_photo_labels, disease_warnings, weekly_counts`.execute(
    server.app.db,
  )
  await sql`update farmer_profiles set district = null`.execute(server.app.db)
  await server.app.db.deleteFrom('notifications').execute()
  gateway.accepted.length = 0
  grace = await signUpGrower(server)
  await chooseSms(grace, true)
})
afterAll(async () => {
  await server.close()
  await gateway.close()
})

const chooseSms = async ({ email }: TestUser, is_on: boolean) =>
  server.request('PUT /api/account/notification-choices/', {
    token: (await signIn(server, email)).token,
    body: { choices: [{ kind: 'warnings', channel: 'text', is_on }] },
  })
const confirm = async ({ email }: TestUser, id: string) =>
  server.request('POST /api/surveillance/warnings/{id}/confirm/', {
    token: (await signIn(server, email)).token,
    params: { id },
    body: {},
  })
const approve = async ({ email }: TestUser, id: string) => {
  const { token } = await signIn(server, email)
  const path = 'POST /api/surveillance/warnings/{id}/approve-sms/'
  const { status, body } = await server.request(path, { token, params: { id } })
  return [status, status === 200 ? body.state : body.error]
}
/** Returns the ids of the warnings whose SMS wait for a user, and for experts what their menu counts. */
async function listWaiting({ email }: TestUser) {
  const { token } = await signIn(server, email)
  const query = { state: 'sms_waiting' }
  const { body } = await server.request('GET /api/surveillance/warnings/', { token, query })
  const waiting = await server.request('GET /api/dashboard/waiting/', { token })
  return [warnings.listWarnings.reply.parse(body).results.map(({ id }) => id), waiting.body.warnings]
}
const listSmsNotifications = async ({ email }: TestUser) =>
  (await fetchNotifications(server, await signIn(server, email))).results.filter(({ type }) => type === 'sms_waiting')
const countNotified = async () =>
  (await fetchNotifications(server, await signIn(server, grace.email))).results.filter(
    ({ type }) => type === 'disease_warning',
  ).length
/** Confirms a warning, and lets the ten minutes pass in which it can be stopped. */
async function announce(confirmer = okello): Promise<string> {
  const id = await createOpenWarning(server)
  expect((await confirm(confirmer, id)).status).toBe(200)
  await passTenMinutes()
  return id
}
const leave = ({ id }: TestUser) =>
  server.app.db.updateTable('users').set({ deactivated_at: server.clock.now() }).where('id', '=', id).execute()
/** Returns the tasks of the jobs that have not run. */
async function listJobs(): Promise<string[]> {
  const { rows } = await sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs`.execute(
    server.app.db,
  )
  return rows.map(({ task }) => task)
}
async function begin(): Promise<pg.Client> {
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  await client.query('begin')
  return client
}
async function commit(client: pg.Client): Promise<void> {
  await client.query('commit')
  await client.end()
}
/** Counts the transactions that wait for another one. */
async function countLockWaits(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct pid)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.app.db)
  return rows[0]?.count ?? 0
}
async function passTenMinutes(): Promise<void> {
  server.clock.advance(11 * 60_000)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(server.app.db)
  await server.runJobs()
}

describe('the SMS of a confirmed warning', () => {
  it('are not sent by one expert alone, who is refused as the second one; the notices in the app are', async () => {
    const id = await announce()
    expect([await countNotified(), gateway.accepted]).toEqual([1, []])
    expect(await approve(okello, id)).toEqual([403, 'second_person_needed'])
    expect(await listWaiting(okello)).toEqual([[], 0])
    await passTenMinutes()
    expect(gateway.accepted).toEqual([])
  })

  it('are sent once a second expert agrees, to whom the warning is listed until then', async () => {
    const id = await announce()
    expect(await listWaiting(acen)).toEqual([[id], 1])
    expect(await approve(acen, id)).toEqual([200, 'confirmed'])
    expect(await listWaiting(acen)).toEqual([[], 0])
    await server.runJobs()
    expect(gateway.accepted).toHaveLength(1)
    expect([await approve(acen, id), await approve(admin, id)]).toEqual(Array(2).fill([409, 'already_decided']))
    await server.runJobs()
    expect([await countNotified(), gateway.accepted.length]).toEqual([1, 1])
    const entry = await server.app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_id'])
      .where('action', '=', 'warning.sms_approved')
      .execute()
    expect(entry).toEqual([{ actor_id: acen.id, subject_id: id }])
  })

  it('leave with the notices if the second expert agrees within the ten minutes', async () => {
    const id = await createOpenWarning(server)
    await confirm(admin, id)
    expect(await approve(acen, id)).toEqual([200, 'confirmed'])
    await server.runJobs()
    expect([await countNotified(), gateway.accepted.length]).toEqual([0, 0])
    await passTenMinutes()
    expect([await countNotified(), gateway.accepted.length]).toEqual([1, 1])
  })

  it('of two people who agree at the same time are sent by one', async () => {
    const id = await announce()
    const replies = await Promise.all([approve(acen, id), approve(admin, id)])
    expect(replies.map(([status]) => status).toSorted()).toEqual([200, 409])
    await server.runJobs()
    expect(gateway.accepted).toHaveLength(1)
  })

  it('are announced to those who may agree, and not to the one who confirmed, until somebody has', async () => {
    const listNotified = async () => {
      const people = [admin, okello, acen, kamau, grace]
      const found = await Promise.all(people.map(listSmsNotifications))
      return found.map(results => results.map(({ message }) => message))
    }
    const id = await announce()
    const message = ['Common rust of maize in Mbale: SMS wait until a second person agrees.']
    expect(await listNotified()).toEqual([message, [], message, [], []])
    expect((await listSmsNotifications(acen))[0]?.subject).toEqual({ type: 'warning', id })
    expect(await approve(acen, id)).toEqual([200, 'confirmed'])
    expect(await listNotified()).toEqual([[], [], [], [], []])
  })

  it('are announced to nobody once the warning is withdrawn, or where no farmer waits for them', async () => {
    const id = await announce()
    expect(await listSmsNotifications(acen)).toHaveLength(1)
    expect((await withdrawWarning(server, await signIn(server, okello.email), id)).status).toBe(200)
    expect(await listSmsNotifications(acen)).toEqual([])
    await sql`truncate warning_deliveries, warning_notices, warning_photo_labels, disease_warnings`.execute(
      server.app.db,
    )
    await chooseSms(grace, false)
    await announce()
    expect(await listSmsNotifications(acen)).toEqual([])
  })

  it('leave for those who wait for them, without a second round of notices', async () => {
    const [stopped, gone, late] = [await signUpGrower(server), await signUpGrower(server), await signUpFarmer(server)]
    for (const farmer of [stopped, gone]) await chooseSms(farmer, true)
    const id = await announce()
    await chooseSms(stopped, false)
    await leave(gone)
    await chooseSms(late, true)
    await sql`update farmer_profiles set district = 'UG-mbale', crop_types = '{MAIZE}' where user_id = ${late.id}`.execute(
      server.app.db,
    )
    expect(await approve(acen, id)).toEqual([200, 'confirmed'])
    expect(await listJobs()).toEqual(['sms_about_warning'])
    await server.runJobs()
    expect(gateway.accepted).toHaveLength(1)
    const notices = await server.app.db
      .selectFrom('warning_notices')
      .select('farmer_id')
      .where('sms_at', 'is not', null)
      .execute()
    expect(notices).toEqual([{ farmer_id: grace.id }])
  })

  it('wait for nobody once those who waited for them have left', async () => {
    const id = await announce()
    expect(await listWaiting(acen)).toEqual([[id], 1])
    await leave(grace)
    expect(await listWaiting(acen)).toEqual([[], 0])
    expect(await approve(acen, id)).toEqual([200, 'confirmed'])
    await server.runJobs()
    expect(gateway.accepted).toEqual([])
  })

  it('are sent once where notices leave while the second expert agrees', async () => {
    const id = await createOpenWarning(server)
    expect((await confirm(okello, id)).status).toBe(200)
    const other = await begin()
    await other.query('update disease_warnings set sms_approved_by = $1, sms_approved_at = now() where id = $2', [
      acen.id,
      id,
    ])
    const notified = passTenMinutes()
    await waitUntil(async () => (await countLockWaits()) === 1)
    await commit(other)
    await notified
    expect(gateway.accepted).toHaveLength(1)
  })

  it('are sent once where the second expert agrees while notices leave', async () => {
    const id = await createOpenWarning(server)
    expect((await confirm(okello, id)).status).toBe(200)
    const other = await begin()
    // The notice refers to the farmer, so the page waits.
    await other.query('select from users where id = $1 for update', [grace.id])
    const notified = passTenMinutes()
    await waitUntil(async () => (await countLockWaits()) === 1)
    const both = Promise.all([notified, approve(acen, id)])
    await waitUntil(async () => (await countLockWaits()) === 2)
    await commit(other)
    expect(await both).toEqual([undefined, [200, 'confirmed']])
    await server.runJobs()
    expect(gateway.accepted).toHaveLength(1)
  })

  it('leave at once also to farmers whom a nearer warning is about to reach', async () => {
    const id = await announce()
    const nearer = await createOpenWarning(server, { ...maizeRust, district: 'UG-sironko' })
    await sql`update farmer_profiles set district = 'UG-sironko' where district = 'UG-mbale'`.execute(server.app.db)
    expect((await confirm(okello, nearer)).status).toBe(200)
    expect(await approve(acen, id)).toEqual([200, 'confirmed'])
    await server.runJobs()
    expect(gateway.accepted).toHaveLength(1)
  })

  it('are not approved from another country, by an expert who is no longer approved, or by a farmer', async () => {
    const id = await announce()
    expect(await approve(kamau, id)).toEqual([403, 'warning_of_other_country'])
    expect(await listWaiting(kamau)).toEqual([[], 0])
    expect(await approve(await signUpFarmer(server), id)).toEqual([403, 'forbidden'])
    const setApproval = (approval: 'waiting' | 'approved') =>
      server.app.db.updateTable('users').set({ approval }).where('id', '=', acen.id).execute()
    await setApproval('waiting')
    expect(await approve(acen, id)).toEqual([403, 'approval_pending'])
    const inDatabase = (person: TestUser) =>
      sql`update disease_warnings set sms_approved_by = ${person.id}, sms_approved_at = now() where id = ${id}`.execute(
        server.app.db,
      )
    for (const [person, constraint] of [
      [acen, 'warnings_decided_in_the_region'],
      [kamau, 'warnings_decided_in_the_region'],
      [okello, 'warnings_sms_need_two_people'],
    ] as const)
      await expect(inDatabase(person)).rejects.toMatchObject({ constraint })
    const send = sql`update warning_notices set sms_at = now()`.execute(server.app.db)
    await expect(send).rejects.toMatchObject({ constraint: 'notices_sms_need_two_people' })
    await setApproval('approved')
    await server.runJobs()
    expect(gateway.accepted).toEqual([])
  })

  it('wait for nobody once the warning is stopped within ten minutes, or withdrawn later', async () => {
    const stopped = await createOpenWarning(server)
    await confirm(okello, stopped)
    expect((await withdrawWarning(server, await signIn(server, okello.email), stopped)).status).toBe(200)
    expect(await approve(acen, stopped)).toEqual([409, 'warning_not_in_force'])
    await passTenMinutes()
    expect([await countNotified(), await listWaiting(acen)]).toEqual([0, [[], 0]])
    await sql`truncate warning_deliveries, warning_notices, warning_photo_labels, disease_warnings`.execute(
      server.app.db,
    )
    const withdrawn = await announce()
    expect((await withdrawWarning(server, await signIn(server, okello.email), withdrawn)).status).toBe(200)
    expect(await approve(acen, withdrawn)).toEqual([409, 'warning_not_in_force'])
    expect(await listWaiting(acen)).toEqual([[], 0])
    await server.runJobs()
    expect(gateway.accepted).toEqual([])
  })

  it('are not sent about a rise that a correction closes first', async () => {
    const id = await createOpenWarning(server)
    server.clock.advance(3_600_000)
    await sql`update weekly_counts set farmers = 2 where disease <> ''`.execute(server.app.db)
    await sql`update counted_weeks set counted_at = ${server.clock.now()}`.execute(server.app.db)
    await proposeWarnings(server.app)
    expect((await confirm(okello, id)).body.error).toBe('already_decided')
    expect(await approve(acen, id)).toEqual([409, 'warning_not_in_force'])
    await passTenMinutes()
    expect([await countNotified(), gateway.accepted]).toEqual([0, []])
  })

  it('wait for nobody where no farmer gets an SMS, or without a gateway', async () => {
    await chooseSms(grace, false)
    const id = await announce()
    expect(await countNotified()).toBe(1)
    expect(await listWaiting(acen)).toEqual([[], 0])
    await chooseSms(grace, true)
    expect(await listWaiting(acen)).toEqual([[id], 1])
    const { sms } = server.app.config
    Object.assign(server.app.config, { sms: undefined })
    expect(await listWaiting(acen)).toEqual([[], 0])
    expect(await approve(acen, id)).toEqual([503, 'not_ready'])
    Object.assign(server.app.config, { sms })
    expect(await approve(acen, id)).toEqual([200, 'confirmed'])
    await server.runJobs()
    expect(gateway.accepted).toHaveLength(1)
  })

  it('are announced as long as the warning holds', async () => {
    await announce()
    await proposeWarnings(server.app)
    expect(await listSmsNotifications(acen)).toHaveLength(1)
    server.clock.advance(16 * 86_400_000)
    await proposeWarnings(server.app)
    expect(await Promise.all([acen, admin].map(listSmsNotifications))).toEqual([[], []])
  })
})

describe('the preview', () => {
  it('counts the parts of the SMS in the language of each farmer, and what they cost', async () => {
    for (const language of ['lg', 'lg'] as const) {
      const farmer = await signUpGrower(server)
      await chooseSms(farmer, true)
      await server.app.db.updateTable('users').set({ language }).where('id', '=', farmer.id).execute()
    }
    await signUpGrower(server)
    const id = await createOpenWarning(server, maizeRust)
    const preview = async () => {
      const { token } = await signIn(server, acen.email)
      return (await server.request('GET /api/surveillance/warnings/{id}/preview/', { token, params: { id } })).body
    }
    // Three farmers with SMS of three parts each, and one without.
    const { texts, cost, ...reach } = await preview()
    expect(reach).toEqual({ farmers: 4, districts: 1, sms: 3, labeled_photos: 0 })
    expect(cost).toEqual({ amount: expect.closeTo(9 * 0.03), currency: 'USD' })
    const { smsPartPrice } = server.app.config
    Object.assign(server.app.config, { smsPartPrice: undefined })
    expect((await preview()).cost).toBeNull()
    Object.assign(server.app.config, { smsPartPrice })
    await confirm(okello, id)
    const [english] = texts
    expect((await preview()).texts[0]).toEqual(english)
  })
})
