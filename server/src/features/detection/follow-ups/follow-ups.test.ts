import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { fetchNotifications } from '../../../testing/features/community.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { scheduleFollowUp, sendFollowUps } from './follow-ups.ts'

const hours = (count: number) => count * 3_600_000
const days = (count: number) => hours(24 * count)

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  grace = await signUpFarmer(server)
  await server.app.db.updateTable('users').set({ time_zone: 'UTC' }).where('id', '=', grace.id).execute()
  await moveClockTo('10:00')
})
afterAll(() => server.close())

/** Moves the clock forward to the next time of day, in UTC. */
async function moveClockTo(time: string): Promise<void> {
  const now = server.clock.now()
  const target = Date.parse(`${now.toISOString().slice(0, 10)}T${time}:00Z`)
  server.clock.advance((target - now.getTime() + days(1)) % days(1))
}
async function runJob(): Promise<void> {
  await withTransaction(server.app, tx => enqueue(tx, 'remind_of_follow_ups', {}))
  await server.runJobs()
}
// The clock moves by days, so the user has to sign in again.
const listReminders = async ({ email }: TestUser) =>
  (await fetchNotifications(server, await signIn(server, email))).results.filter(({ type }) => type === 'follow_up')
const listDue = () =>
  server.app.db.selectFrom('follow_ups').selectAll().where('farmer_id', '=', grace.id).orderBy('crop').execute()

let seed = 0
/** Analyzes a photo; the row is then set to this answer, because a drawn leaf has none that is sure. */
async function answer(crop: string | null, band: 'confident' | 'likely' | 'uncertain' = 'likely'): Promise<string> {
  const { token } = await signIn(server, grace.email)
  const photo = await drawLeaf({ seed: ++seed, spots: true }).jpeg().toBuffer()
  const { body } = await uploadPhoto(server, token, photo)
  await withTransaction(server.app, async tx => {
    await tx.deleteFrom('follow_ups').where('analysis_id', '=', body.id).execute()
    await scheduleFollowUp(tx, { farmerId: grace.id, analysisId: body.id, crop, band, at: server.clock.now() })
  })
  return body.id
}

describe('the reminder to look again', () => {
  it('comes a week after the answer, once, however often the job runs', async () => {
    const id = await answer('maize')
    server.clock.advance(days(7) - 1)
    await runJob()
    expect(await listReminders(grace)).toEqual([])
    server.clock.advance(1)
    await runJob()
    await runJob()
    expect(await listReminders(grace)).toMatchObject([
      { message: 'Look at your maize again today.', read: false, subject: { type: 'analysis', id } },
    ])
    expect(await listDue()).toEqual([])
  })

  it('waits for the morning where the farmer lives', async () => {
    await moveClockTo('23:30')
    await answer('rice')
    server.clock.advance(days(7))
    await runJob()
    await moveClockTo('06:50')
    await runJob()
    expect(await listReminders(grace)).toEqual([])
    await moveClockTo('07:00')
    await runJob()
    expect(await listReminders(grace)).toHaveLength(1)
  })

  it('does not come for a crop that was photographed again, and comes for each crop', async () => {
    await answer('maize')
    await answer('beans')
    server.clock.advance(days(3))
    const again = await answer('maize')
    expect((await listDue()).map(({ crop }) => crop)).toEqual(['beans', 'maize'])
    server.clock.advance(days(4))
    await runJob()
    expect((await listReminders(grace)).map(({ message }) => message)).toEqual(['Look at your beans again today.'])
    server.clock.advance(days(3))
    await runJob()
    expect((await listReminders(grace))[0]).toMatchObject({ subject: { id: again } })
  })

  it('is not caused or moved by an answer that is not sure', async () => {
    await answer('wheat', 'uncertain')
    expect(await listDue()).toEqual([])
    const id = await answer('wheat', 'confident')
    server.clock.advance(days(1))
    await answer('wheat', 'uncertain')
    expect(await listDue()).toMatchObject([{ analysis_id: id }])
  })

  it('is dropped when the server was down for days', async () => {
    await answer(null)
    server.clock.advance(days(11))
    await runJob()
    expect(await listReminders(grace)).toEqual([])
    expect(await listDue()).toEqual([])
  })

  it('is not created by a farmer who switched it off', async () => {
    await answer('maize')
    await server.app.db
      .insertInto('notification_choices')
      .values({ user_id: grace.id, kind: 'follow_ups', channel: 'in_app', is_on: false })
      .execute()
    server.clock.advance(days(7))
    await runJob()
    expect(await listReminders(grace)).toEqual([])
  })

  it('is sent once by jobs that run at the same time, and is not lost when one of them fails', async () => {
    await answer('maize')
    server.clock.advance(days(7))
    await sql`create function fail_notifications() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      server.app.db,
    )
    await sql`create trigger fail before insert on notifications for each row execute function fail_notifications()`.execute(
      server.app.db,
    )
    await expect(sendFollowUps(server.app)).rejects.toThrow('no')
    await sql`drop trigger fail on notifications`.execute(server.app.db)
    expect(await listDue()).toHaveLength(1)
    await Promise.all([1, 2, 3, 4].map(() => sendFollowUps(server.app)))
    expect(await listReminders(grace)).toHaveLength(1)
  })
})

it('a corrected crop moves the reminder', async () => {
  const { token } = await signIn(server, grace.email)
  const photo = await drawLeaf({ seed: ++seed, spots: true }).jpeg().toBuffer()
  const { body } = await uploadPhoto(server, token, photo, { fields: { crop_type: 'MAIZE' } })
  const correct = (crop_type: string) =>
    server.request('PATCH /analysis/rust-detection/{id}/', { token, params: { id: body.id }, body: { crop_type } })
  const isSure = ({ band }: { band: string }) => band === 'confident' || band === 'likely'
  const corrected = await correct('BEANS')
  expect(corrected.status).toBe(200)
  const expected = isSure(corrected.body) ? [{ crop: 'beans', analysis_id: body.id }] : []
  expect(await listDue()).toMatchObject(expected)
})
