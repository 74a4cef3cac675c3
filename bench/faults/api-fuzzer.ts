// Sends generated requests to every operation of the OpenAPI document and checks each reply: no status 5xx, errors in the
// one error shape, and every success valid by its schema (ajv). Exits 1 otherwise.
// node --import tsx bench/faults/api-fuzzer.ts --requests 100000 --seed 1 --concurrency 8
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readIntegerOption } from '../support/load.ts'
import { createAccounts, type Session } from './accounts.ts'
import { createRandom, type Random } from './random.ts'
import { generateValue, type JsonSchema } from './schema-values.ts'
import { startFaultServer } from './server.ts'
import { createTinyPhoto } from './tiny-photo.ts'

const requests = readIntegerOption('requests', 100_000)
const seed = readIntegerOption('seed', 1)
const concurrency = readIntegerOption('concurrency', 8)

type MediaType = { schema: JsonSchema }
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema }
type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  requestTypes: Record<string, MediaType>
  responses: Record<string, { content?: Record<string, MediaType> }>
}
type OpenApiOperation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, MediaType> }
  responses: Operation['responses']
}
type OpenApi = { paths: Record<string, Record<string, OpenApiOperation>> }
type Failure = { operation: string; status: number; reason: string; request: string }

const server = await startFaultServer()
const failures: Failure[] = []
const statuses = new Map<string, Map<number, number>>()
try {
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as OpenApi
  const operations = listOperations(document)
  const validators = compileValidators(document, operations)
  const accounts = await createAccounts(server)
  const ids: string[] = []
  let next = 0
  const work = async (worker: number) => {
    for (let index = next++; index < requests; index = next++) {
      const random = createRandom(seed * 1_000_003 + index)
      const operation = random.pick(operations)
      await send(operation, accounts.sessionFor(random.integer(0, 4), worker), random, ids, validators)
      if (index > 0 && index % 5000 === 0) console.log(`${index} requests, ${failures.length} failures`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)))
  report(operations)
} finally {
  await server.stop()
}
process.exitCode = failures.length > 0 ? 1 : 0

function listOperations({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      requestTypes: requestBody?.content ?? {},
      responses,
    })),
  )
}

type Validate = (reply: unknown) => string | undefined

/** Returns one validator for each operation and documented JSON reply, by `METHOD path status`. */
function compileValidators(document: OpenApi, operations: readonly Operation[]): Map<string, Validate> {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const pointerPart = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))
  const validators = new Map<string, Validate>()
  for (const { method, path, responses } of operations)
    for (const [status, { content }] of Object.entries(responses)) {
      if (!content?.['application/json']) continue
      const parts = ['paths', path, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema']
      const validate = ajv.compile({ $ref: `openapi#/${parts.map(pointerPart).join('/')}` })
      validators.set(`${method} ${path} ${status}`, reply =>
        validate(reply) ? undefined : ajv.errorsText(validate.errors),
      )
    }
  return validators
}

async function send(
  operation: Operation,
  session: Session | undefined,
  random: Random,
  ids: string[],
  validators: Map<string, Validate>,
): Promise<void> {
  const { url, init, description } = buildRequest(operation, session, random, ids)
  const name = `${operation.method} ${operation.path}`
  const fail = (status: number, reason: string) =>
    failures.push({ operation: name, status, reason, request: description })
  let response: Response
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000), redirect: 'manual' })
  } catch (error) {
    fail(0, String(error))
    return
  }
  const { status } = response
  const counts = statuses.get(name) ?? new Map<number, number>()
  counts.set(status, (counts.get(status) ?? 0) + 1)
  statuses.set(name, counts)
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return
  }
  const text = await response.text()
  if (status >= 500) return void fail(status, text.slice(0, 300))
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body: unknown = isJson ? JSON.parse(text) : undefined
  if (status >= 400) {
    if (!isErrorShape(body, status)) fail(status, `not the error shape: ${text.slice(0, 300)}`)
    if (status === 401) session?.expire()
    return
  }
  collectIds(body, ids)
  if (!isJson) return
  const validate = validators.get(`${name} ${status}`)
  if (!validate) return void fail(status, 'a success that the document does not describe')
  const problem = validate(body)
  if (problem) fail(status, `${problem}: ${text.slice(0, 300)}`)
}

function buildRequest(operation: Operation, session: Session | undefined, random: Random, ids: readonly string[]) {
  const options = { random, ids }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find(each => each.in === 'path' && each.name === name)
    const value =
      random.chance(0.6) && ids.length > 0 ? random.pick(ids) : generateValue(parameter?.schema ?? {}, options)
    return encodeURIComponent(toWellFormed(String(value))) || 'x'
  })
  const query = new URLSearchParams()
  for (const { in: place, name, schema } of operation.parameters)
    if (place === 'query' && random.chance(0.4))
      query.append(name, toWellFormed(String(generateValue(schema, options))))
  const headers: Record<string, string> = {}
  if (session) headers.authorization = `Bearer ${session.token()}`
  if (random.chance(0.05))
    headers.authorization = `Bearer ${generateValue({ type: 'string' }, options)}`.replaceAll(/[^\x20-\x7e]/g, '?')
  if (random.chance(0.1)) headers['idempotency-key'] = `fuzz-${random.integer(0, 200)}`
  if (random.chance(0.2)) headers['accept-language'] = random.pick(['sw', 'lg', 'en', 'xx', ''])
  const { body, contentType } = buildBody(operation, random, ids)
  if (contentType) headers['content-type'] = contentType
  const url = `${server.url}${path}${query.size > 0 ? `?${query}` : ''}`
  const init = { method: operation.method, headers, ...(body !== undefined && operation.method !== 'GET' && { body }) }
  return {
    url,
    init,
    description: `${operation.method} ${url} ${typeof body === 'string' ? body.slice(0, 500) : (contentType ?? '')}`,
  }
}

function buildBody(
  { requestTypes }: Operation,
  random: Random,
  ids: readonly string[],
): { body?: string | FormData; contentType?: string } {
  const multipart = requestTypes['multipart/form-data']
  if (multipart) {
    const form = new FormData()
    const properties = multipart.schema.properties ?? {}
    for (const [name, schema] of Object.entries(properties)) {
      if (random.chance(0.1)) continue
      const isFile = schema.format === 'binary' || schema.contentMediaType !== undefined || schema.type === 'array'
      const count = schema.type === 'array' ? random.integer(1, 7) : 1
      for (let i = 0; i < count; i++)
        if (isFile) form.append(name, new Blob([createTinyPhoto(random)]), 'leaf.jpg')
        else form.append(name, toWellFormed(String(generateValue(schema, { random, ids }))))
    }
    return { body: form }
  }
  const json = requestTypes['application/json']
  if (!json) return random.chance(0.02) ? { body: '{', contentType: 'application/json' } : {}
  if (random.chance(0.02))
    return { body: random.pick(['', '{', 'null', '[]', '"x"', '{"a":1e999}']), contentType: 'application/json' }
  const value = generateValue(json.schema, { random, ids })
  return { body: JSON.stringify(value) ?? 'null', contentType: 'application/json' }
}

/** URLs and forms hold Unicode text only; JSON bodies keep lone surrogates as escapes. */
function toWellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd').slice(0, 2000)
}

function isErrorShape(body: unknown, status: number): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { status: inBody, error, message } = body as Record<string, unknown>
  return inBody === status && typeof error === 'string' && typeof message === 'string' && message !== ''
}

/** Remembers ids from replies, so that later requests reach existing rows. */
function collectIds(body: unknown, ids: string[]): void {
  for (const [, id = ''] of JSON.stringify(body ?? null).matchAll(/"id":"([0-9a-f-]{36})"/g)) {
    if (ids.length < 500) ids.push(id)
    else ids[Math.floor(ids.length * ((id.charCodeAt(0) % 16) / 16))] = id
  }
}

function report(operations: readonly Operation[]): void {
  const total = new Map<number, number>()
  for (const counts of statuses.values())
    for (const [status, count] of counts) total.set(status, (total.get(status) ?? 0) + count)
  const succeeded = new Set(
    [...statuses].filter(([, counts]) => [...counts.keys()].some(status => status < 300)).map(([name]) => name),
  )
  console.log(
    `\n${requests} requests, seed ${seed}: ${[...total]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
  )
  console.log(
    `${succeeded.size} of ${operations.length} operations succeeded at least once; never: ${
      operations
        .map(({ method, path }) => `${method} ${path}`)
        .filter(name => !succeeded.has(name))
        .join(', ') || 'none'
    }`,
  )
  const grouped = new Map<string, Failure[]>()
  for (const failure of failures) {
    const key = `${failure.operation} ${failure.status} ${failure.reason.slice(0, 80)}`
    grouped.set(key, [...(grouped.get(key) ?? []), failure])
  }
  for (const [key, [first, ...others]] of grouped)
    console.log(`FAILURE ×${others.length + 1} ${key}\n  ${first?.request}\n  ${first?.reason}`)
  console.log(`${failures.length} failures`)
}
