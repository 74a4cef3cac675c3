import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readMigrations } from '../../../platform/db/migrate.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { startHttpsServer } from '../../../testing/fakes/https-server.ts'
import { startSmsGateway } from '../../../testing/fakes/sms-gateway.ts'
import { startSmtpServer } from '../../../testing/fakes/smtp-server.ts'
import { approveSms, createConfirmedWarning, withdrawWarning } from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { getDirectorySize } from './system-status.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  // One test lets an hour pass.
  server = await startTestServer({ accessTokenMinutes: 300 })
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

const fetchSystemStatus = async () => (await server.request('GET /api/admin/system/', { token: admin.token })).body
const retryJob = 'POST /api/admin/system/jobs/{id}/retry/'
const requestPasswordReset = (email: string) => server.request('POST /api/auth/forgot-password/', { body: { email } })

/** Without it an email of a test above is tried again in the middle of another test, and rejected there as well. */
async function sendWaitingEmails() {
  await runSql(
    server.databaseUrl,
    'update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts',
  )
  await server.runJobs()
}

describe('the system page', () => {
  it('shows the versions of product, database and model', async () => {
    const { versions } = await fetchSystemStatus()
    expect(versions.product).toMatch(/^\d+\.\d+\.\d+$/)
    expect(versions.node).toBe(process.versions.node)
    expect(versions.database).toMatch(/^\d+\.\d+/)
    expect(versions.model).toBe(server.app.vision.card.version)
    const newest = readMigrations().at(-1)
    expect(versions.migration).toBe(`${String(newest?.number).padStart(4, '0')}_${newest?.name}`)
  })

  it('shows the certificate of PUBLIC_URL: why browsers reject it, and that it cannot be reached', async () => {
    expect((await fetchSystemStatus()).certificate).toMatchObject({ state: 'not_used', days_left: null })
    const expired = await startHttpsServer('expired')
    const { publicUrl } = server.app.config
    server.app.config.publicUrl = expired.url
    const { certificate } = await fetchSystemStatus()
    expect(certificate).toMatchObject({
      state: 'rejected',
      valid_until: '2021-01-01T00:00:00.000Z',
      problem: 'CERT_HAS_EXPIRED',
    })
    expect(certificate.days_left).toBeLessThan(-1000)
    await expired.close()
    expect((await fetchSystemStatus()).certificate).toEqual(certificate)
    server.clock.advance(3600_000)
    expect((await fetchSystemStatus()).certificate).toMatchObject({ state: 'unreachable', valid_until: null })
    server.app.config.publicUrl = publicUrl
  })

  it('shows SMS that could not be sent, and if a gateway is configured', async () => {
    const { sms: before } = await fetchSystemStatus()
    expect(before).toEqual({ is_configured: false, failed: 0, failures: [], unknown: 0 })
    await runSql(server.databaseUrl, `select graphile_worker.add_job('sms_about_booking', max_attempts => 3)`)
    await runSql(
      server.databaseUrl,
      `update graphile_worker._private_jobs as jobs set attempts = 3, last_error = 'the gateway did not answer'
       from graphile_worker._private_tasks as tasks where tasks.id = task_id and identifier = 'sms_about_booking'`,
    )
    const { sms, mail } = await fetchSystemStatus()
    expect(sms).toMatchObject({
      failed: 1,
      failures: [{ job: 'sms_about_booking', attempts: 3, is_given_up: true, error: 'the gateway did not answer' }],
    })
    expect(mail.failures.map(({ job }: { job: string }) => job)).not.toContain('sms_about_booking')
    await runSql(server.databaseUrl, `delete from graphile_worker._private_jobs where last_error like 'the gateway%'`)
  })

  it('counts the SMS about warnings and their withdrawal whose outcome nobody knows', async () => {
    const farmer = await signUpFarmer(server)
    const warning = await createConfirmedWarning(server, admin)
    const gateway = await startSmsGateway()
    Object.assign(server.app.config, { sms: gateway.sms })
    await approveSms(server, warning)
    Object.assign(server.app.config, { sms: undefined })
    await gateway.close()
    await runSql(
      server.databaseUrl,
      `insert into warning_notices (warning_id, farmer_id, crop, sent_at, next_at, sms_at, sms_refused)
       values ('${warning}', '${farmer.id}', 'maize', now(), now() + interval '7 days', now() - interval '1 hour', 'unknown')`,
    )
    expect((await fetchSystemStatus()).sms.unknown).toBe(1)
    expect((await withdrawWarning(server, admin, warning)).status).toBe(200)
    const attempt = "withdrawal_sms_at = now() - interval '1 hour', withdrawal_sms_refused = 'unknown'"
    await runSql(server.databaseUrl, `update warning_notices set sms_refused = null, withdrawal_at = now(), ${attempt}`)
    expect((await fetchSystemStatus()).sms.unknown).toBe(1)
    await runSql(server.databaseUrl, `update warning_notices set withdrawal_sms_refused = null`)
    expect((await fetchSystemStatus()).sms.unknown).toBe(0)
  })

  it('counts the waiting jobs until they are done', async () => {
    const before = (await fetchSystemStatus()).jobs.waiting
    await requestPasswordReset(admin.email)
    const waiting = (await fetchSystemStatus()).jobs
    expect(waiting.waiting).toBe(before + 1)
    expect(waiting.oldest_due_at).toEqual(expect.any(String))
    await server.runJobs()
    expect((await fetchSystemStatus()).jobs).toEqual({ waiting: 0, failed: 0, oldest_due_at: null })
  })

  it('shows emails that could not be sent, why, and which were given up', async () => {
    const person = await signUpFarmer(server)
    await server.runJobs()
    server.app.config.smtpUrl = 'smtp://127.0.0.1:1'
    await requestPasswordReset(person.email)
    await server.runJobs()
    server.app.config.smtpUrl = ''
    const { mail, jobs } = await fetchSystemStatus()
    expect(mail.failed).toBe(1)
    expect(mail.failures).toMatchObject([{ job: 'forgot_password', attempts: 1, is_given_up: false }])
    expect(mail.failures[0].error).toContain('ECONNREFUSED')
    expect(jobs).toMatchObject({ waiting: 1, failed: 0 })
  })

  it('shows at once that the mail server has rejected an email permanently, which is not tried again', async () => {
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    const [absent, busy] = [await signUpFarmer(server), await signUpFarmer(server)]
    await sendWaitingEmails()
    const { jobs: before } = await fetchSystemStatus()
    server.app.config.smtpUrl = smtp.url
    smtp.rejectRecipients(550)
    await requestPasswordReset(absent.email)
    await server.runJobs()
    smtp.rejectRecipients(451)
    await requestPasswordReset(busy.email)
    await server.runJobs()
    server.app.config.smtpUrl = ''
    const { mail, jobs } = await fetchSystemStatus()
    expect(mail.failures.slice(0, 2)).toMatchObject([
      { job: 'forgot_password', attempts: 1, is_given_up: false, error: expect.stringContaining('451') },
      { job: 'forgot_password', attempts: 1, is_given_up: true, error: expect.stringContaining('550') },
    ])
    expect(jobs).toMatchObject({ waiting: before.waiting + 1, failed: before.failed + 1 })
    expect(smtp.attempts).toEqual([absent.email, busy.email])
  })

  it('shows the size of the data directory and the database, and the free space', async () => {
    const { disk: before } = await fetchSystemStatus()
    await mkdir(join(server.app.config.dataDir, 'photos', 'ab'), { recursive: true })
    await writeFile(join(server.app.config.dataDir, 'photos', 'ab', 'leaf.jpg'), Buffer.alloc(300_000))
    const { disk } = await fetchSystemStatus()
    expect(disk.used_bytes - before.used_bytes).toBeGreaterThanOrEqual(300_000)
    expect(disk.is_at_least).toBe(false)
    expect(disk.free_bytes).toBeGreaterThan(0)
    expect(disk.database_bytes).toBeGreaterThan(1_000_000)
  })

  it('marks the size of a directory as incomplete if it has too many files or does not exist', async () => {
    const folder = join(server.app.config.dataDir, 'many')
    await mkdir(folder)
    for (const name of ['a', 'b', 'c']) await writeFile(join(folder, name), 'leaf')
    expect(await getDirectorySize(folder)).toEqual({ bytes: 12, isComplete: true })
    expect(await getDirectorySize(folder, 2)).toEqual({ bytes: 8, isComplete: false })
    expect(await getDirectorySize(join(folder, 'gone'))).toEqual({ bytes: 0, isComplete: false })
  })

  it('lists the jobs that were given up and since when, and runs one again', async () => {
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    const person = await signUpFarmer(server)
    await sendWaitingEmails()
    const failedBefore = (await fetchSystemStatus()).jobs.failed
    server.app.config.smtpUrl = smtp.url
    smtp.rejectRecipients(550)
    await requestPasswordReset(person.email)
    await server.runJobs()
    server.app.config.smtpUrl = ''
    expect((await fetchSystemStatus()).jobs.failed).toBe(failedBefore + 1)
    const { failed_jobs, jobs: before } = await fetchSystemStatus()
    expect(failed_jobs).toHaveLength(before.failed)
    expect(failed_jobs[0]).toMatchObject({ job: 'forgot_password', attempts: 1, error: expect.stringContaining('550') })
    expect(Date.now() - Date.parse(failed_jobs[0].failed_at)).toBeLessThan(60_000)

    const params = { id: failed_jobs[0].id }
    const retry = (user?: TestUser) => server.request(retryJob, { params, token: user?.token })
    expect((await retry(person)).body.error).toBe('forbidden')
    expect((await retry()).body.error).toBe('unauthenticated')
    expect((await fetchSystemStatus()).jobs.failed).toBe(before.failed)

    const replies = await Promise.all([retry(admin), retry(admin)])
    expect(replies.map(({ status, body }) => [status, body.error ?? body.job]).sort()).toEqual([
      [200, 'forgot_password'],
      [409, 'already_decided'],
    ])
    expect((await fetchSystemStatus()).jobs).toMatchObject({ failed: before.failed - 1, waiting: before.waiting + 1 })
    const { body: log } = await server.request('GET /api/admin/audit/', {
      token: admin.token,
      query: { action: 'job.retried' },
    })
    expect(log.results).toMatchObject([
      {
        actor: { id: admin.id },
        subject_type: 'job',
        subject_id: params.id,
        after: { job: 'forgot_password', attempts: 1 },
      },
    ])
    expect((await server.emailsTo(person.email)).at(-1)?.text).toContain('confirm-password-reset')
    expect((await retry(admin)).body.error).toBe('not_found')
  })

  it('rejects the id of a job that cannot exist', async () => {
    for (const id of ['0', '-1', '1e3', '999999999999999999', '9'.repeat(30), 'abc'])
      expect((await server.request(retryJob, { params: { id }, token: admin.token })).status).toBe(404)
  })

  it('is for admins only', async () => {
    const person = await signUpFarmer(server)
    expect((await server.request('GET /api/admin/system/', { token: person.token })).body.error).toBe('forbidden')
    expect((await server.request('GET /api/admin/system/')).body.error).toBe('unauthenticated')
  })
})
