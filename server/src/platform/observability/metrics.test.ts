import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tasks } from '../../tasks.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { startSmtpServer } from '../../testing/fakes/smtp-server.ts'
import { drawLeaf, drawWall, uploadPhoto } from '../../testing/images/synthetic-photos.ts'
import { type Scrape, scrapeMetrics } from '../../testing/metrics.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'
import { createSmsGateway } from '../sms/gateway.ts'
import { startMetricsServer } from './metrics.ts'

let database: TestDatabase
let server: TestServer
let metrics: Awaited<ReturnType<typeof startMetricsServer>>
let grace: TestUser
let isOpen = true
const scrape = () => scrapeMetrics(metrics.url)
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTestServer({ rateLimits: true }, { database })
  metrics = await startMetricsServer(
    { port: 0, host: '127.0.0.1' },
    {
      log: server.app.log,
      tasks: Object.keys(tasks),
      getObserved: () =>
        isOpen
          ? {
              app: server.app,
              pool: database.pool,
              checks: async () => ({ database: 'available', files: 'unavailable', model: 'available' }),
              readCertificateEnd: async () => '2026-12-24T00:00:00.000Z',
            }
          : undefined,
    },
  )
  grace = await signUpFarmer(server)
})
afterAll(async () => {
  await metrics.close()
  await server.close()
})

/** Waits until a counter has grown by `by`; a reply may arrive before the server has counted its request. */
async function expectIncrease(before: Scrape, by: number, name: string, labels: Record<string, string>) {
  const increase = async () => (await scrape()).value(name, labels) - before.value(name, labels)
  await expect.poll(increase, { timeout: 30_000 }).toBe(by)
}

describe('the metrics', () => {
  it('count requests by route pattern and status, and measure their duration', async () => {
    const before = await scrape()
    expect(before.contentType).toContain('text/plain')
    await server.request('GET /api/admin/users/', { token: grace.token })
    await server.request('GET /api/community/posts/{id}/', {
      params: { id: '0198a3f0-0000-7000-8000-000000000001' },
      token: grace.token,
    })
    await server.request('GET /api/no-such-page-1234567')
    const count = 'kutu_http_requests_total'
    await expectIncrease(before, 1, count, { method: 'GET', route: '/api/admin/users', status: '403' })
    await expectIncrease(before, 1, 'kutu_http_request_duration_seconds_count', { route: '/api/admin/users' })
    await expectIncrease(before, 1, count, { route: '/api/community/posts/:id' })
    const { samples, types } = await scrape()
    expect(types.get('kutu_http_request_duration_seconds')).toBe('histogram')
    const routes = samples.filter(({ name }) => name === count).map(({ labels }) => labels.route)
    expect(routes.join()).not.toMatch(/0198a3f0|no-such-page|\?/)
  })

  it('count the diagnoses by outcome', async () => {
    const before = await scrape()
    const leaf = await drawLeaf({ seed: 77, spots: true }).jpeg().toBuffer()
    const first = await uploadPhoto(server, grace.token, leaf)
    expect(first.status).toBe(201)
    await uploadPhoto(server, grace.token, leaf)
    await uploadPhoto(server, grace.token, await drawWall().jpeg().toBuffer())
    await uploadPhoto(server, grace.token, Buffer.from('not an image'))
    const after = await scrape()
    const increase = (name: string, labels: Record<string, string>) =>
      after.value(name, labels) - before.value(name, labels)
    const { verdict, rust_class } = first.body
    const answered = verdict === 'uncertain' ? verdict : rust_class
    for (const outcome of [answered, 'cached', 'not_a_leaf', 'unsupported_type'])
      expect(increase('kutu_diagnoses_total', { outcome }), outcome).toBe(1)
  })

  it('show how long the oldest due job of each task waits', async () => {
    await server.runJobs()
    const idle = await scrape()
    const name = 'kutu_job_oldest_due_age_seconds'
    const ages = idle.samples.filter(sample => sample.name === name)
    expect(ages.map(({ labels, value }) => [labels.task, value])).toEqual(Object.keys(tasks).map(task => [task, 0]))
    await server.request('POST /api/auth/forgot-password/', { body: { email: grace.email } })
    await database.pool.query(`update graphile_worker._private_jobs set run_at = now() - interval '90 seconds'`)
    expect((await scrape()).value(name, { task: 'forgot_password' })).toBeGreaterThanOrEqual(90)
    await server.runJobs()
    await expectIncrease(idle, 1, 'kutu_job_runs_total', { task: 'forgot_password', outcome: 'completed' })
    await expectIncrease(idle, 1, 'kutu_emails_total', { outcome: 'sent' })
  })

  it('count emails that failed, emails that were rejected, and jobs that were given up', async () => {
    const before = await scrape()
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    server.app.config.smtpUrl = smtp.url
    for (const status of [550, 451]) {
      smtp.rejectRecipients(status)
      await server.request('POST /api/auth/forgot-password/', { body: { email: grace.email } })
      await server.runJobs()
    }
    server.app.config.smtpUrl = ''
    await expectIncrease(before, 1, 'kutu_emails_total', { outcome: 'rejected' })
    await expectIncrease(before, 1, 'kutu_emails_total', { outcome: 'failed' })
    const job = { task: 'forgot_password' }
    await expectIncrease(before, 1, 'kutu_job_runs_total', { ...job, outcome: 'given_up' })
    await expectIncrease(before, 1, 'kutu_job_runs_total', { ...job, outcome: 'failed' })
  })

  it('count SMS that the gateway did not take', async () => {
    const before = await scrape()
    const sms = { username: 'kutu', apiKey: 'key', senderId: undefined, url: 'http://127.0.0.1:1' }
    const send = createSmsGateway({ config: { ...server.app.config, sms }, log: server.app.log })
    await expect(send({ id: 'test', to: '+256700000000', text: 'Hello' })).rejects.toThrow('the gateway did not answer')
    await expectIncrease(before, 1, 'kutu_sms_total', { outcome: 'failed' })
  })

  it('show the database, the disk, memory and event-loop delay', async () => {
    const busy = await scrape()
    expect(busy.value('kutu_database_up')).toBe(1)
    expect(busy.types.get('kutu_database_pool_waiting_requests')).toBe('gauge')
    expect(busy.value('kutu_data_disk_free_bytes')).toBeGreaterThan(0)
    expect(busy.value('kutu_data_disk_size_bytes')).toBeGreaterThan(busy.value('kutu_data_disk_free_bytes'))
    expect(busy.value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    expect(busy.types.get('nodejs_eventloop_lag_p99_seconds')).toBe('gauge')
  })

  it('show whether the bucket works, when the certificate ends, and that there was no backup', async () => {
    const scraped = await scrape()
    expect(scraped.value('kutu_part_available', { part: 'files' })).toBe(0)
    expect(scraped.value('kutu_part_available', { part: 'database' })).toBe(1)
    expect(scraped.value('kutu_certificate_expiry_timestamp_seconds')).toBe(Date.UTC(2026, 11, 24) / 1000)
    expect(scraped.samples).toContainEqual({ name: 'kutu_backup_last_success_timestamp_seconds', labels: {}, value: 0 })
  })

  it('hold no personal data, and follow the naming conventions', async () => {
    const { samples, types } = await scrape()
    const text = JSON.stringify(samples)
    for (const secret of [grace.email, grace.username, grace.id, grace.token]) expect(text).not.toContain(secret)
    for (const [name, type] of types)
      if (name.startsWith('kutu_')) {
        expect(name).toMatch(/^kutu_[a-z_]+$/)
        expect(name.endsWith('_total'), name).toBe(type === 'counter')
        if (type === 'histogram') expect(name).toMatch(/_seconds$/)
      }
  })

  it('are served while the app opens, and only at GET /metrics', async () => {
    isOpen = false
    onTestFinished(() => {
      isOpen = true
    })
    const opening = await scrape()
    expect(opening.value('kutu_database_up')).toBe(0)
    expect(opening.samples.filter(({ name }) => name === 'kutu_part_available')).toEqual([])
    expect((await fetch(new URL('/', metrics.url))).status).toBe(404)
    expect((await fetch(metrics.url, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${server.url}/metrics`)).status).not.toBe(200)
  })
})

it('a scrape is answered when no connection to the database is free', async () => {
  const clients = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()))
  onTestFinished(() => {
    for (const client of clients) client.release()
  })
  const exhausted = await scrape()
  expect(exhausted.value('kutu_database_up')).toBe(0)
})
