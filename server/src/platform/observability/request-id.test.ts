import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startSmtpServer } from '../../testing/fakes/smtp-server.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { farmerRegistration, password, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

type LogLine = { msg?: string; request_id?: string; task?: string; job_id?: string; route?: string }

const rawLines: string[] = []
const lines: LogLine[] = []
let server: TestServer
let grace: TestUser
beforeAll(async () => {
  const logTo = {
    write: (line: string) => {
      rawLines.push(line)
      lines.push(JSON.parse(line))
    },
  }
  server = await startTestServer({ logLevel: 'info', mode: 'dev' }, { logTo })
  grace = await signUpFarmer(server)
  await server.runJobs()
})
afterAll(() => server.close())
beforeEach(() => {
  rawLines.length = 0
  lines.length = 0
})

const forgotPassword = 'POST /api/auth/forgot-password/'
const requestReset = (requestId: string, email = grace.email) =>
  server.request(forgotPassword, { body: { email }, headers: { 'x-request-id': requestId } })
const findLine = (start: string) => lines.find(({ msg }) => msg?.startsWith(start))

describe('the request id', () => {
  it('goes from the phone through the log to the job', async () => {
    const requestId = 'phone-0123456789abcdef'
    const { headers } = await requestReset(requestId)
    expect(headers.get('x-request-id')).toBe(requestId)
    await expect.poll(() => findLine('request completed')).toBeDefined()
    expect(findLine('request completed')).toMatchObject({ request_id: requestId, route: '/api/auth/forgot-password/' })

    await server.runJobs()
    expect(findLine(`Mail to ${grace.email}`)).toMatchObject({
      request_id: requestId,
      task: 'forgot_password',
      job_id: expect.any(String),
    })
  })

  it('is in the log line of a job that failed', async () => {
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    server.app.config.smtpUrl = smtp.url
    smtp.rejectRecipients(550)
    await requestReset('phone-of-a-failed-job')
    await server.runJobs()
    server.app.config.smtpUrl = ''
    expect(findLine('Failed task')).toMatchObject({
      request_id: 'phone-of-a-failed-job',
      task: 'forgot_password',
      job_id: expect.any(String),
    })
  })

  it('is passed on to the jobs of a job', async () => {
    const registration = farmerRegistration()
    await server.request('POST /api/auth/register/farmer/', {
      body: registration,
      headers: { 'x-request-id': 'phone-registration' },
    })
    await server.runJobs()
    // A reset for an account that was never activated sends a new code, in a job of its own.
    server.clock.advance(10 * 60_000)
    await requestReset('phone-of-two-jobs', registration.email)
    await server.runJobs()
    const mailLines = lines.filter(({ msg }) => msg?.startsWith(`Mail to ${registration.email}`))
    expect(mailLines.map(({ request_id, task }) => [request_id, task])).toEqual([
      ['phone-registration', 'send_code'],
      ['phone-of-two-jobs', 'send_code'],
    ])
  })

  it('is made by the server without a valid one of the client', async () => {
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
    const ids = new Set<string | null>()
    for (const invalid of [undefined, 'short', 'x'.repeat(65), 'two words id', 'grace@example.org', '"}{"level":60']) {
      const headers = invalid === undefined ? {} : { 'x-request-id': invalid }
      const response = await server.request('GET /api/health', { headers })
      expect(response.headers.get('x-request-id')).toMatch(uuid)
      ids.add(response.headers.get('x-request-id'))
      const notFound = await server.request('GET /api/nothing-here', { headers })
      expect(notFound.headers.get('x-request-id')).toMatch(uuid)
    }
    expect(ids.size).toBe(6)
  })

  it('is not part of recurring jobs, which no request has caused', async () => {
    await sql`select graphile_worker.add_job('expire_slots', '{}'::json)`.execute(server.app.db)
    await requestReset('phone-of-another-job')
    const { rows } = await sql<{ task: string; id: string | null }>`
      select tasks.identifier as task, payload ->> 'request_id' as id
      from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
      where attempts = 0 order by task`.execute(server.app.db)
    expect(rows).toEqual([
      { task: 'expire_slots', id: null },
      { task: 'forgot_password', id: 'phone-of-another-job' },
    ])
    await server.runJobs()
  })

  it('is once in every line, of a request that fails and of one that does not', async () => {
    await sql`alter table users rename to users_away`.execute(server.app.db)
    try {
      await server.request('POST /api/auth/login/', {
        body: { email: grace.email, password },
        headers: { 'x-request-id': 'phone-of-a-failed-request' },
      })
    } finally {
      await sql`alter table users_away rename to users`.execute(server.app.db)
    }
    await requestReset('phone-of-an-answered-request')
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request completed')).toHaveLength(2)
    expect(findLine('request failed')).toMatchObject({ request_id: 'phone-of-a-failed-request' })
    const repeated = rawLines.filter(line => line.split('"request_id":').length > 2)
    expect(repeated).toEqual([])
  })
})
