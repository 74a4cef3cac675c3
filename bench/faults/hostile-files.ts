// Uploads damaged, disguised and oversized files, eight at a time, to every endpoint that takes photos: no status 5xx, an
// error in the one error shape for what cannot be decoded, bounded memory, and a server that still works. See README.md.
import { setTimeout as delay } from 'node:timers/promises'
import { drawLeaf } from '../../server/src/testing/images/synthetic-photos.ts'
import { readMegabytes, startKutu } from '../support/kutu-server.ts'
import { readIntegerOption } from '../support/measure.ts'
import { createHostileFiles, type HostileFile } from './files/hostile-files.ts'
import { createRandom, type Random } from './random.ts'
import { finish, isErrorShape, printFailures, ReplyCounts } from './summary.ts'
import { createTeam, type Person } from './team.ts'

const files = readIntegerOption('files', 1000)
const seed = readIntegerOption('seed', 1)
const concurrency = readIntegerOption('concurrency', 8)
const maxRss = readIntegerOption('max-rss-mb', 1000)

/** An endpoint with its field, its weight, and whether only experts may call it. */
const endpoints = [
  { path: '/analysis/rust-detection/', field: 'image', weight: 9 },
  { path: '/analysis/leaf-detection/', field: 'image', weight: 4 },
  { path: '/api/community/photos/', field: 'image', weight: 2 },
  { path: '/api/account/photo/', field: 'image', weight: 2 },
  { path: '/analysis/plant-analyses/', field: 'images', weight: 1 },
  { path: '/analysis/upload-training-images/', field: 'image', weight: 2, isForExperts: true },
].flatMap(endpoint => Array<typeof endpoint & { isForExperts?: boolean }>(endpoint.weight).fill(endpoint))
/** Errors that say that the file is bad. Others, such as not_a_leaf, come after decoding. */
const fileErrors = ['too_big', 'unsupported_type', 'image_unreadable', 'image_too_large', 'no_file']

const startedAt = performance.now()
const server = await startKutu()
const team = await createTeam(server)
const createFile = await createHostileFiles()
const replies = new ReplyCounts()
const failures: { kind: string; example: string }[] = []
const slowest = { kind: '', ms: 0 }
const pictures: string[] = []
const outcomes = new Map<string, Map<string, number>>()
let overloaded = 0
let requests = 0
let slowestHealthMs = 0
let isRunning = true
let isComplete = false
// Also after an interruption or an error.
process.once('exit', printSummary)

const watchingHealth = watchHealth()
let next = 0
await Promise.all(Array.from({ length: concurrency }, (_, worker) => uploadFiles(worker)))
isRunning = false
await watchingHealth
await checkPictures()
await checkServer()
await server.stop().catch((error: Error) => fail('the server does not stop', error.message))
isComplete = true

function printSummary(): void {
  if (!isComplete) fail('interrupted', `after ${requests} requests`)
  const rssPeak = server.peakMegabytes()
  if (rssPeak > maxRss) fail('memory', `${rssPeak} MB resident, limit ${maxRss}`)
  for (const [kind, counts] of outcomes)
    console.log(`${kind}: ${[...counts].map(([outcome, count]) => `${count} x ${outcome}`).join(', ')}`)
  printFailures(failures)
  finish({
    tool: 'hostile-files',
    seed,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    requests,
    replies: replies.toJSON(),
    failures: failures.length,
    lost_writes: null,
    stuck_emails: null,
    rss_peak_mb: rssPeak,
    files,
    overloaded,
    slowest_ms: slowest.ms,
    slowest_kind: slowest.kind,
    slowest_health_ms: slowestHealthMs,
  })
}

function countOutcome(kind: string, outcome: string): void {
  const counts = outcomes.get(kind) ?? new Map<string, number>()
  outcomes.set(kind, counts.set(outcome, (counts.get(outcome) ?? 0) + 1))
}

function fail(kind: string, example: string): void {
  failures.push({ kind, example })
}

async function uploadFiles(worker: number): Promise<void> {
  for (let index = next++; index < files; index = next++) {
    const random = createRandom(seed * 1_000_003 + index)
    await uploadFile(createFile(index, random), index, worker, random)
    if (index > 0 && index % 100 === 0)
      console.log(
        `${index} files, ${failures.length} failures, ${readMegabytes(server.pid(), 'VmRSS').toFixed(0)} MB now, ${server.peakMegabytes()} MB at most`,
      )
  }
}

async function uploadFile(file: HostileFile, index: number, worker: number, random: Random): Promise<void> {
  const { path, field, isForExperts } = random.pick(endpoints)
  const people = isForExperts ? team.experts : team.farmers
  const person = people[worker % people.length]
  const where = `file ${index} (${file.kind}, ${file.bytes.length} bytes, ${file.name.slice(0, 30)}) to ${path}`
  const sentAt = performance.now()
  try {
    const { status, body } = await send(path, field, file, person)
    countOutcome(file.kind, status < 400 ? String(status) : `${status} ${body.error}`)
    if (status >= 500) return fail(`${status} for ${file.kind}`, `${where}: ${JSON.stringify(body)}`)
    if (status >= 400 && !isErrorShape(body, status))
      return fail('not the error shape', `${where}: ${JSON.stringify(body)}`)
    const isFileError = status >= 400 && fileErrors.includes(String(body.error))
    if (file.expected === 'rejected' && !isFileError)
      fail(`${file.kind} was not rejected`, `${where}: ${status} ${body.error}`)
    if (file.expected === 'accepted' && isFileError)
      fail(`${file.kind} was rejected`, `${where}: ${status} ${body.error}`)
    if (status < 300 && typeof body.image === 'string') pictures.push(body.image)
  } catch (error) {
    replies.add(0)
    fail(
      `no reply for ${file.kind}`,
      `${where}: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}`,
    )
  } finally {
    const ms = Math.round(performance.now() - sentAt)
    if (ms > slowest.ms) Object.assign(slowest, { ms, kind: file.kind })
  }
}

type Body = Record<string, unknown>

/** Uploads a file; repeats the upload while the server is busy, as the reply with Retry-After demands. */
async function send(path: string, field: string, file: HostileFile, person: Person | undefined) {
  for (let attempt = 1; ; attempt++) {
    const form = new FormData()
    const copies = field === 'images' ? 2 : 1
    for (let left = copies; left > 0; left--) form.append(field, new Blob([file.bytes], { type: file.type }), file.name)
    if (path.includes('training')) form.append('label', 'healthy')
    requests++
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person?.access}` },
      body: form,
      signal: AbortSignal.timeout(120_000),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const body: Body = isJson ? JSON.parse(text) : { text: text.slice(0, 200) }
    const retryAfter = Number(response.headers.get('retry-after'))
    if (response.status === 503 && body.error === 'overloaded' && retryAfter > 0 && attempt < 5) {
      overloaded++
      await delay(retryAfter * 1000)
      continue
    }
    replies.add(response.status)
    return { status: response.status, body }
  }
}

/** Measures how long the server needs for its simplest reply during the uploads. */
async function watchHealth(): Promise<void> {
  while (isRunning) {
    const sentAt = performance.now()
    const response = await fetch(`${server.url}/api/health`, { signal: AbortSignal.timeout(30_000) }).catch(
      () => undefined,
    )
    await response?.arrayBuffer()
    if (!response?.ok) fail('no reply of /api/health', String(response?.status))
    slowestHealthMs = Math.max(slowestHealthMs, Math.round(performance.now() - sentAt))
    await delay(250)
  }
}

/** Stored pictures are re-encoded JPEGs: nothing of the upload besides its pixels may be in them. */
async function checkPictures(): Promise<void> {
  for (const link of pictures) {
    const response = await fetch(new URL(link, server.url))
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJpeg =
      response.ok && response.headers.get('content-type') === 'image/jpeg' && bytes.readUInt16BE(0) === 0xffd8
    if (!isJpeg) fail('a stored picture is no JPEG', `${link}: ${response.status}`)
    for (const trace of ['Exif', '<script', 'PK\u0005\u0006', 'ICC_PROFILE'])
      if (bytes.includes(trace)) fail(`a stored picture holds ${JSON.stringify(trace)}`, link)
  }
}

/** After all files the server is ready, and a good photo gets its diagnosis. */
async function checkServer(): Promise<void> {
  if (!(await server.isReady())) fail('the server is not ready', server.output().slice(-2000))
  const photo = await drawLeaf({ seed: 2, width: 240, height: 240 }).jpeg().toBuffer()
  const file: HostileFile = {
    kind: 'last',
    name: 'leaf.jpg',
    type: 'image/jpeg',
    bytes: new Uint8Array(photo),
    expected: 'accepted',
  }
  const { status, body } = await send('/analysis/rust-detection/', 'image', file, team.farmers[0])
  if (status !== 201) fail('a good photo gets no diagnosis', `${status} ${JSON.stringify(body)}`)
}
