// @slow

import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDataFolder } from '../../testing/database/data-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { type FakeSmtpServer, startSmtpServer } from '../../testing/fakes/smtp-server.ts'
import { type ServerProcess, sharedSecrets, spawnServer } from '../../testing/processes/server-process.ts'
import { waitUntil } from '../../testing/processes/spawn-script.ts'
import { sendRequest } from '../../testing/server/test-server.ts'
import { farmerRegistration } from '../../testing/server/test-users.ts'
import { createKysely } from '../db/database.ts'

type Setup = { database: TestDatabase; smtp: FakeSmtpServer; start: () => Promise<ServerProcess> }

/** Prepares a database, a mail server that hangs, and a function that starts a server process on both. */
async function prepare(): Promise<Setup> {
  const smtp = await startSmtpServer()
  onTestFinished(() => smtp.close())
  smtp.hang()
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const dataDir = createDataFolder()
  const start = async () => {
    const server = await spawnServer({
      ...sharedSecrets,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SMTP_URL: smtp.url,
      RATE_LIMITS: 'off',
    })
    onTestFinished(async () => {
      server.child.kill('SIGKILL')
      await server.exited
    })
    return server
  }
  return { database, smtp, start }
}

/** Signs up farmers, each of whom gets an email with a code. Returns their addresses. */
async function signUpFarmers({ url }: ServerProcess, count: number): Promise<string[]> {
  const bodies = Array.from({ length: count }, () => farmerRegistration())
  for (const body of bodies)
    expect((await sendRequest(url, 'POST /api/auth/register/farmer/', { body })).status).toBe(201)
  return bodies.map(({ email }) => email)
}

type JobRow = { job: string; locked_by: string | null; attempts: number; is_due: boolean }

async function listEmailJobs({ pool }: TestDatabase): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select task_identifier as job, locked_by, attempts, run_at <= now() as is_due from graphile_worker.jobs
    where task_identifier = 'send_code'`.execute(createKysely(pool))
  return rows
}

const listRecipients = ({ emails }: FakeSmtpServer) => emails.map(({ to }) => to?.[0]?.address)

describe('emails of a server process', () => {
  it('all arrive after it was killed while the mail server hung, as soon as it is restarted', async () => {
    const { smtp, start } = await prepare()
    const first = await start()
    const addresses = await signUpFarmers(first, 6)
    await waitUntil(() => smtp.heldCount() >= 2)
    first.child.kill('SIGKILL')
    await first.exited
    await waitUntil(() => smtp.heldCount() === 0)
    smtp.resume()
    await start()
    // Fails after two minutes, long before graphile-worker itself would release the jobs.
    await waitUntil(() => new Set(listRecipients(smtp)).size === addresses.length)
    expect(listRecipients(smtp).sort()).toEqual(addresses.sort())
  })

  it('are sent by another process when it was killed, and a running process keeps its own', async () => {
    const { smtp, start } = await prepare()
    const killed = await start()
    const addresses = await signUpFarmers(killed, 4)
    await waitUntil(() => smtp.heldCount() === 4)
    const running = await start()
    addresses.push(...(await signUpFarmers(running, 2)))
    await waitUntil(() => smtp.heldCount() === 6)
    killed.child.kill('SIGKILL')
    await waitUntil(() => smtp.heldCount() === 2)
    // The mail server still hangs. The running process has two workers left and takes over two of the four emails.
    await waitUntil(() => smtp.heldCount() === 4)
    smtp.resume()
    await waitUntil(() => new Set(listRecipients(smtp)).size === addresses.length)
    expect(listRecipients(smtp).sort()).toEqual(addresses.sort())
  })

  it('are released when it is stopped while the mail server hangs, without counting an attempt', async () => {
    const { database, smtp, start } = await prepare()
    const server = await start()
    await signUpFarmers(server, 2)
    await waitUntil(() => smtp.heldCount() === 2)
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    const job = { job: 'send_code', locked_by: null, attempts: 0, is_due: true }
    expect(await listEmailJobs(database)).toEqual([job, job])
  })
})
