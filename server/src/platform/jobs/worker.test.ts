import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { emailTasks, tasks } from '../../tasks.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { startSmtpServer } from '../../testing/fakes/smtp-server.ts'
import { waitUntil } from '../../testing/processes/spawn-script.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import { farmerRegistration, signUpFarmer } from '../../testing/server/test-users.ts'
import { withTransaction } from '../db/transaction.ts'
import { enqueue } from './queue.ts'
import { startWorker } from './worker.ts'

it('a mail server that hangs holds up emails only: an export is made meanwhile', async () => {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  const database = await createTestDatabase()
  const server = await startTestServer({}, { database })
  onTestFinished(() => server.close())
  const grace = await signUpFarmer(server)
  await server.runJobs()
  server.app.config.smtpUrl = smtp.url
  smtp.hang()
  const bodies = Array.from({ length: 6 }, () => farmerRegistration())
  for (const body of bodies)
    expect((await server.request('POST /api/auth/register/farmer/', { body })).status).toBe(201)
  const worker = await startWorker(server.app, database.pool, {
    tasks,
    emailTasks,
    crontab: '',
    databaseUrl: server.databaseUrl,
  })
  onTestFinished(() => worker.stop())
  await waitUntil(() => smtp.heldCount() >= 2)
  const { body } = await server.request('POST /api/account/export/', { token: grace.token })
  expect(body.export.state).toBe('making')
  const getExportState = async () =>
    (await server.request('GET /api/account/export/', { token: grace.token })).body.export.state
  await waitUntil(async () => (await getExportState()) === 'ready')
  expect(smtp.emails).toEqual([])

  smtp.resume()
  await waitUntil(() => smtp.emails.length === bodies.length)
  expect(smtp.emails.map(({ to }) => to?.[0]?.address).sort()).toEqual(bodies.map(({ email }) => email).sort())
})

it('a job that does not finish does not hold up the stop of the server, and stays in the queue when it fails later', async () => {
  const database = await createTestDatabase()
  const server = await startTestServer({}, { database })
  onTestFinished(() => server.close())
  let hasStarted = false
  let fail = (_: Error): void => undefined
  const sweep = () => {
    hasStarted = true
    return new Promise<void>((_, reject) => {
      fail = reject
    })
  }
  const worker = await startWorker(server.app, database.pool, {
    tasks: { ...tasks, sweep },
    emailTasks,
    crontab: '',
    databaseUrl: server.databaseUrl,
    stopTimeouts: { abortAfterMs: 10, abandonAfterMs: 50 },
  })
  await withTransaction(server.app, tx => enqueue(tx, 'sweep', {}))
  await waitUntil(() => hasStarted)
  await worker.stop()
  fail(new Error('the model was closed'))
  const { rows } = await sql`
    select task_identifier, last_error from graphile_worker.jobs where locked_by is not null`.execute(server.app.db)
  expect(rows).toEqual([{ task_identifier: 'sweep', last_error: null }])
})
