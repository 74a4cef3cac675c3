import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { createPendingPost } from '../../testing/features/community.ts'
import { createPendingBooking } from '../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { createTestAdmin, signIn, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'
import { sendDailyEmails } from './daily-emails.ts'

const hours = (count: number) => count * 3_600_000

let server: TestServer
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
})
beforeEach(async () => {
  okello = await signUpExpert(server)
  await setTimeZone(okello, 'UTC')
  await moveClockTo('05:50')
})
afterAll(() => server.close())

const setTimeZone = ({ id }: TestUser, time_zone: string) =>
  server.app.db.updateTable('users').set({ time_zone }).where('id', '=', id).execute()

/** Moves the clock forward to the next time of day, in UTC. */
async function moveClockTo(time: string): Promise<void> {
  const now = server.clock.now()
  const target = Date.parse(`${now.toISOString().slice(0, 10)}T${time}:00Z`)
  server.clock.advance((target - now.getTime() + hours(24)) % hours(24))
}
async function runJob(): Promise<void> {
  await withTransaction(server.app, tx => enqueue(tx, 'send_daily_emails', {}))
  await server.runJobs()
}
/** Returns the emails with the given word, newest last. */
async function listDailyEmails({ email }: TestUser, word = 'waits for you') {
  return (await server.emailsTo(email)).filter(({ text }) => text?.includes(word))
}
async function leavePost(): Promise<void> {
  await createPendingPost(server, await signUpFarmer(server))
}
async function decideAllPosts(): Promise<void> {
  const { token } = await signIn(server, okello.email)
  const { body } = await server.request('GET /api/community/posts/all/?status=pending&page_size=100', { token })
  for (const { id } of body.results)
    await server.request('PUT /api/community/posts/moderate/{id}/', {
      token,
      params: { id },
      body: { action: 'approve' },
    })
}

describe('the daily email of an expert', () => {
  it('comes in the morning where the expert lives, once a day, with what waits', async () => {
    await leavePost()
    await createPendingBooking(server, await signUpFarmer(server), await signIn(server, okello.email))
    await runJob()
    expect(await listDailyEmails(okello)).toEqual([])
    await moveClockTo('06:00')
    await runJob()
    await runJob()
    const emails = await listDailyEmails(okello)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.subject).toMatch(/^What waits for you on Kutu today \(\d+\)$/)
    expect(emails[0]?.text).toMatch(
      /- \d+ posts? to check\n- 1 booking to answer\n\nEverything in one place:\n.*\/dashboard\n/s,
    )
    expect(emails[0]?.text).not.toMatch(/comment|training photo/)
    await moveClockTo('05:59')
    await runJob()
    expect(await listDailyEmails(okello)).toHaveLength(1)
    await moveClockTo('06:00')
    await runJob()
    expect(await listDailyEmails(okello)).toHaveLength(2)
  })

  it('does not come at night, or in the afternoon after the server was down', async () => {
    await leavePost()
    await setTimeZone(okello, 'Africa/Nairobi')
    await moveClockTo('09:00')
    await runJob()
    expect(await listDailyEmails(okello)).toEqual([])
    await moveClockTo('03:00')
    await runJob()
    expect(await listDailyEmails(okello)).toHaveLength(1)
  })

  it('does not come when nothing waits', async () => {
    await decideAllPosts()
    await moveClockTo('07:00')
    await runJob()
    expect(await listDailyEmails(okello)).toEqual([])
  })

  it('does not come to experts who switched it off or are not approved, nor to farmers', async () => {
    const [grace, acen] = [await signUpFarmer(server), await signUpExpert(server)]
    for (const user of [grace, acen]) await setTimeZone(user, 'UTC')
    await createPendingPost(server, grace)
    const { token } = await createTestAdmin(server, 'declining')
    const params = { id: acen.id }
    expect(
      (await server.request('PUT /api/admin/experts/{id}/', { token, params, body: { action: 'decline' } })).status,
    ).toBe(200)
    const choice = { kind: 'daily_email', channel: 'mail', is_on: false }
    const session = await signIn(server, okello.email)
    const saved = await server.request('PUT /api/account/notification-choices/', {
      token: session.token,
      body: { choices: [choice] },
    })
    expect(saved.status).toBe(200)
    await moveClockTo('08:00')
    await runJob()
    for (const user of [okello, acen, grace]) expect(await listDailyEmails(user)).toEqual([])
  })

  it('is sent once by jobs that run at the same time, and is not lost when one of them fails', async () => {
    await leavePost()
    await moveClockTo('06:30')
    await sql`alter table graphile_worker._private_jobs add constraint no_mail check (false) not valid`.execute(
      server.app.db,
    )
    await expect(sendDailyEmails(server.app)).rejects.toThrow('no_mail')
    await sql`alter table graphile_worker._private_jobs drop constraint no_mail`.execute(server.app.db)
    await Promise.all([1, 2, 3, 4].map(() => sendDailyEmails(server.app)))
    await server.runJobs()
    expect(await listDailyEmails(okello)).toHaveLength(1)
  })

  it('is written in the language of the expert', async () => {
    await leavePost()
    await server.app.db.updateTable('users').set({ language: 'sw' }).where('id', '=', okello.id).execute()
    await moveClockTo('11:59')
    await runJob()
    expect((await listDailyEmails(okello, 'yanakusubiri'))[0]?.subject).toMatch(/^Yanayokusubiri kwenye Kutu leo/)
  })
})

it('a list of notifications cannot be filtered by the email, which is no notification', async () => {
  const { token } = await signIn(server, okello.email)
  expect((await server.request('GET /api/notifications/?kind=daily_email', { token })).status).toBe(400)
})
