import { readdir } from 'node:fs/promises'
import { retentionDays } from '@kutu/contract/retention'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '../platform/db/transaction.ts'
import { enqueueEmail } from '../platform/email/enqueue-email.ts'
import { getMailDirectory } from '../platform/email/send-email.ts'
import { findInDatabase } from '../testing/privacy/find-personal-data.ts'
import { startTestServer, type TestServer } from '../testing/server/test-server.ts'
import { farmerRegistration, signUpFarmer } from '../testing/server/test-users.ts'
import { sweep } from './sweep.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const day = 24 * 3600_000

it('a sign-up that nobody activates is deleted, with its names in the audit log, and the email is free again', async () => {
  const stranger = { ...farmerRegistration('never_activated'), farm_location: 'Behind the old mill' }
  const { body } = await server.request('POST /api/auth/register/farmer/', { body: stranger })
  const member = await signUpFarmer(server)
  await server.runJobs()
  const words = [stranger.email, stranger.username, stranger.farm_location, body.user.branch.account.accountNumber]
  server.clock.advance((retentionDays.unfinishedSignUp - 1) * day)
  await sweep(server.app)
  expect(await findInDatabase(server.app, words)).not.toEqual([])
  server.clock.advance(2 * day)
  await sweep(server.app)
  expect(await findInDatabase(server.app, words)).toEqual([])
  expect(await findInDatabase(server.app, [member.email])).not.toEqual([])
  const signUpAgain = { ...farmerRegistration('never_activated'), username: 'somebody_else' }
  expect((await server.request('POST /api/auth/register/farmer/', { body: signUpAgain })).status).toBe(201)
})

it('written emails are deleted after their time, including those that a crash left incomplete', async () => {
  const folder = getMailDirectory(server.app.config)
  const send = async (to: string) => {
    await withTransaction(server.app, tx =>
      enqueueEmail(tx, { to, language: 'en', template: 'expert_approved', values: { username: 'x' } }),
    )
    await server.runJobs()
  }
  await send('first@example.org')
  server.clock.advance(retentionDays.writtenEmails * day)
  await send('second@example.org')
  server.clock.advance(day)
  await sweep(server.app)
  expect(await readdir(folder)).toHaveLength(1)
  expect(await server.emailsTo('second@example.org')).toHaveLength(1)
})

it('a job that failed for good is deleted after its time, and one that will be tried again is not', async () => {
  const email = { language: 'en', template: 'expert_approved', values: { username: 'x' } } as const
  await withTransaction(server.app, async tx => {
    await enqueueEmail(tx, { ...email, to: 'failed@example.org' }, { delaySeconds: 3600 })
    await enqueueEmail(tx, { ...email, to: 'delayed@example.org' }, { delaySeconds: 3600 })
  })
  const past = new Date(server.clock.now().getTime() - (retentionDays.failedJobs + 1) * day)
  await sql`
    update graphile_worker._private_jobs set updated_at = ${past},
      attempts = case when payload ->> 'to' = 'failed@example.org' then max_attempts else 1 end`.execute(server.app.db)
  await sweep(server.app)
  expect(await findInDatabase(server.app, ['failed@example.org'])).toEqual([])
  expect(await findInDatabase(server.app, ['delayed@example.org'])).not.toEqual([])
})
