// @database embedded
// @slow

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReceivedSpan, startTraceReceiver } from '../../testing/fakes/trace-receiver.ts'
import { drawLeaf } from '../../testing/images/synthetic-photos.ts'
import { bundledFile } from '../../testing/processes/bundle.ts'
import { type ServerProcess, sharedSecrets, spawnServer } from '../../testing/processes/server-process.ts'
import { waitUntil } from '../../testing/processes/spawn-script.ts'
import { type RequestOptions, sendRequest, startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { farmerRegistration, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

const foreignTrace = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${foreignTrace}-b7ad6b7169203331-01`

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>
let database: TestServer
let traced: ServerProcess
let grace: TestUser
const folder = mkdtempSync(join(tmpdir(), 'kutu-traces-'))
const request = (name: string, options?: RequestOptions) => sendRequest(traced.url, name, options)

/** Starts a server process that exports its traces to the receiver. */
const startTraced = (environment: Record<string, string> = {}) =>
  spawnServer({
    ...sharedSecrets,
    DATABASE_URL: database.databaseUrl,
    DATA_DIR: mkdtempSync(join(folder, 'data-')),
    RATE_LIMITS: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    ...environment,
  })

beforeAll(async () => {
  receiver = await startTraceReceiver()
  database = await startTestServer({
    tokenSecret: sharedSecrets.TOKEN_SECRET,
    urlSecret: sharedSecrets.URL_SECRET,
  })
  grace = await signUpFarmer(database)
  traced = await startTraced({ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' })
})
afterAll(async () => {
  traced.child.kill('SIGKILL')
  await traced.exited
  await receiver.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Waits until the span with this name and request id has arrived. */
async function waitForSpan(name: string, requestId: string): Promise<ReceivedSpan> {
  const find = () => receiver.find(name, ['kutu.request_id', requestId])
  await waitUntil(() => find() !== undefined)
  return find() as ReceivedSpan
}

const isChildOf = (parent: ReceivedSpan) => (span: ReceivedSpan) => span.parentSpanId === parent.spanId

describe('the trace of a request', () => {
  it('holds its database statements, its job and the statements of the job', async () => {
    const requestId = 'phone-traced-request'
    const { status } = await request('POST /api/auth/register/farmer/', {
      body: farmerRegistration('traced'),
      headers: { 'x-request-id': requestId, traceparent },
    })
    expect(status).toBe(201)
    const server = await waitForSpan('POST /api/auth/register/farmer', requestId)
    const job = await waitForSpan('job send_code', requestId)
    expect(server.attributes).toEqual(
      new Map<string, unknown>([
        ['http.request.method', 'POST'],
        ['http.route', '/api/auth/register/farmer'],
        ['http.response.status_code', 201],
        ['kutu.request_id', requestId],
      ]),
    )
    expect(job.traceId).toBe(server.traceId)
    expect(job.attributes.get('kutu.task')).toBe('send_code')

    const listStatements = (parent: ReceivedSpan) =>
      receiver.spans
        .filter(isChildOf(parent))
        .flatMap(span => span.attributes.get('db.query.text') ?? [])
        .map(String)
    await waitUntil(() => listStatements(job).some(statement => statement.includes('"users"')))
    expect(listStatements(server).join('\n')).toMatch(/insert into "users" .*\$1/)
    expect(listStatements(server).join('\n')).toContain('graphile_worker.add_job(')
    // The job is caused by the request itself or by the statement that enqueued it.
    const ancestors = [server, ...receiver.spans.filter(isChildOf(server))].map(({ spanId }) => spanId)
    expect(ancestors).toContain(job.parentSpanId)
  })

  it('does not join the trace that a client names, unless a proxy is trusted', async () => {
    const requestId = 'phone-with-a-trace'
    await request('GET /api/auth/countries/', { headers: { 'x-request-id': requestId, traceparent } })
    expect((await waitForSpan('GET /api/auth/countries', requestId)).traceId).not.toBe(foreignTrace)

    const behindProxy = await startTraced({ TRUST_PROXY: 'on' })
    await sendRequest(behindProxy.url, 'GET /api/auth/countries/', {
      headers: { 'x-request-id': 'proxied-with-a-trace', traceparent },
    })
    const { traceId } = await waitForSpan('GET /api/auth/countries', 'proxied-with-a-trace')
    behindProxy.child.kill('SIGKILL')
    await behindProxy.exited
    expect(traceId).toBe(foreignTrace)
  })

  it('holds the stages of a diagnosis', async () => {
    const requestId = 'phone-with-a-photo'
    const leaf = await drawLeaf({ seed: 501, spots: true }).jpeg().toBuffer()
    const { status } = await request('POST /analysis/rust-detection/', {
      token: grace.token,
      headers: { 'x-request-id': requestId },
      form: [{ name: 'image', value: new Blob([new Uint8Array(leaf)]) }],
    })
    expect(status).toBe(201)
    const server = await waitForSpan('POST /analysis/rust-detection', requestId)
    const listTrace = () => receiver.spans.filter(({ traceId }) => traceId === server.traceId)
    const stages = ['queue', 'decode', 'inference', 'encode']
    await waitUntil(() => stages.every(stage => listTrace().some(({ name }) => name === stage)))
    const diagnosis = listTrace().find(({ name }) => name === 'diagnose photo')
    expect(diagnosis?.parentSpanId).toBe(server.spanId)
    const parents = listTrace().filter(({ name }) => stages.includes(name))
    expect(parents.map(({ parentSpanId }) => parentSpanId)).toEqual(stages.map(() => diagnosis?.spanId))
    expect(listTrace().map(({ name }) => name)).toContain('store')
  })

  it('marks an internal error only, not a refused request', async () => {
    await request('GET /api/account/export/', { headers: { 'x-request-id': 'phone-not-signed-in' } })
    const refused = await waitForSpan('GET /api/account/export', 'phone-not-signed-in')
    expect([refused.attributes.get('http.response.status_code'), refused.status]).toEqual([401, { code: 0 }])
  })

  it('holds no address, token, password, user id or query string, not even in the text of an error', async () => {
    const secret = 'secret-in-a-query-string'
    await request('POST /api/auth/login/', { body: { email: grace.email, password: 'Kutu-leaf-2026-wrong' } })
    await request('GET /api/community/posts/', { token: grace.token, query: { search: secret } })
    await request(`GET /files/photos/ab/${'c'.repeat(62)}.jpg`, { query: { expires: 1, signature: secret } })
    await request('GET /api/notifications/stream/', { token: grace.token })
    const requestId = 'phone-that-ends-the-test'
    await request(`GET /api/unknown/${grace.email}`, {
      query: { token: secret },
      headers: { 'x-request-id': requestId },
    })
    // Its name is `GET`, or `GET /*` if the web app is built.
    await waitUntil(() => receiver.spans.some(({ attributes }) => attributes.get('kutu.request_id') === requestId))
    const sent = receiver.bodies.join('\n')
    for (const text of [
      grace.email,
      'traced@example.org',
      grace.token,
      grace.id,
      grace.username,
      secret,
      'Kutu-leaf-2026',
    ])
      expect(sent.includes(text), text).toBe(false)
    expect(receiver.spans.flatMap(({ events }) => events)).toEqual([])
  })

  it('names the service, its version and its role', () => {
    const [resource] = receiver.resources
    expect(resource?.get('service.name')).toBe('kutu')
    expect(resource?.get('service.version')).toMatch(/^\d+\.\d+\.\d+$/)
    expect(resource?.get('kutu.role')).toBe('all')
    expect(resource?.get('deployment.environment.name')).toBe('test')
  })
})

it('the standard variables choose the sampler, and a stop sends the last spans', async () => {
  const send = async (environment: Record<string, string>, requestId: string) => {
    const server = await startTraced({ OTEL_BSP_SCHEDULE_DELAY: '60000', ...environment })
    await sendRequest(server.url, 'GET /api/auth/countries/', { headers: { 'x-request-id': requestId } })
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    return receiver.find('GET /api/auth/countries', ['kutu.request_id', requestId])
  }
  expect(await send({}, 'phone-before-the-stop')).toBeDefined()
  expect(await send({ OTEL_TRACES_SAMPLER: 'always_off' }, 'phone-not-sampled')).toBeUndefined()
})

/** Returns the packages that a bundled file loads at its start, through all of its chunks. */
function listStaticImports(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imports = [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^'"]*?["']([^"']+)["'];$/gm)]
  return imports.flatMap(([, target = '']) =>
    target.startsWith('./') ? listStaticImports(join(dirname(file), target), seen) : [target],
  )
}

it('a server without an endpoint loads no tracing library', () => {
  const main = bundledFile(fileURLToPath(new URL('../../main.ts', import.meta.url)))
  const packages = listStaticImports(main)
  expect(packages).toContain('fastify')
  expect(packages.filter(name => /opentelemetry|fastify\/otel/.test(name))).toEqual([])
  const source = readFileSync(main, 'utf8')
  const [, chunk = ''] = /import\("\.\/(open-telemetry-[^"]+)"\)/.exec(source) ?? []
  expect(listStaticImports(join(dirname(main), chunk))).toContain('@opentelemetry/sdk-trace-node')
})
