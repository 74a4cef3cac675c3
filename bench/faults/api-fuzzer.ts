// Sends generated requests to every operation of the OpenAPI document and checks each reply: no status 5xx, errors in the
// one error shape, and every success valid by its schema. Checks the database and the emails at the end. See README.md.
import { setTimeout as delay } from 'node:timers/promises'
import { startPushService } from '../../server/src/testing/fakes/push-service.ts'
import { readMegabytes, startKutu } from '../support/kutu-server.ts'
import { readIntegerOption } from '../support/measure.ts'
import { findServerViolations, waitForEmails } from './database-checks.ts'
import { Accounts } from './fuzzer/accounts.ts'
import { CheckingClient } from './fuzzer/client.ts'
import { KnownObjects } from './fuzzer/known-objects.ts'
import { compileValidators, listOperations, type OpenApi } from './fuzzer/operations.ts'
import { Photos } from './fuzzer/photos.ts'
import { planRequest } from './fuzzer/requests.ts'
import { Mailbox } from './mailbox.ts'
import { createRandom } from './random.ts'
import { finish, printFailures } from './summary.ts'

const requests = readIntegerOption('requests', 100_000)
const seed = readIntegerOption('seed', 1)
const concurrency = readIntegerOption('concurrency', 8)
const minutes = readIntegerOption('minutes', 24 * 60)
const maxRss = readIntegerOption('max-rss-mb', 2000)

const startedAt = performance.now()
const endsAt = startedAt + minutes * 60_000
// Push messages go to a service of our own and never leave the machine.
const push = await startPushService()
const server = await startKutu({ PUSH_SERVICES: push.origin })
const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as OpenApi
const operations = listOperations(document)
const client = new CheckingClient(compileValidators(document, operations))
const accounts = new Accounts(server.url)
const mailbox = new Mailbox(server.dataDir)
const photos = new Photos()
const known = new KnownObjects()
let number = 0
const nextNumber = () => ++number
const world = { accounts, known, mailbox, photos, browser: push.createBrowser('fuzzer'), nextNumber }

await photos.draw(12)
await accounts.addDemonstrationAccounts(Object.values(server.accounts))
for (const role of ['farmer', 'farmer', 'farmer', 'expert', 'expert'] as const)
  await accounts.signUp(role, nextNumber(), mailbox)

let isRunning = true
const readingEmails = (async () => {
  while (isRunning) {
    await mailbox.refresh()
    await delay(300)
  }
})()
let next = 0
const work = async () => {
  for (let index = next++; index < requests && performance.now() < endsAt; index = next++) {
    await sendOne(index)
    if (index > 0 && index % 5000 === 0)
      console.log(
        `${index} requests, ${client.reached.size} operations, ${client.failures.length} failures, ` +
          `${readMegabytes(server.pid(), 'VmRSS').toFixed(0)} MB now, ${server.peakMegabytes()} MB at most`,
      )
  }
}
await Promise.all(Array.from({ length: concurrency }, work))
isRunning = false
await readingEmails

const violations = await findServerViolations(server.databaseUrl())
for (const violation of violations) client.failures.push({ kind: 'the database is inconsistent', example: violation })
const stuckEmails = await waitForEmails(server.databaseUrl(), 30)
if (!(await server.isReady()))
  client.failures.push({ kind: 'the server is not ready', example: server.output().slice(-2000) })
const rssPeak = server.peakMegabytes()
if (rssPeak > maxRss) client.failures.push({ kind: 'memory', example: `${rssPeak} MB resident, limit ${maxRss}` })
await server
  .stop()
  .catch((error: Error) => client.failures.push({ kind: 'the server does not stop', example: error.message }))
await push.close()

printFailures(client.failures)
if (client.undocumented.size > 0)
  console.log(`error statuses missing in the document: ${[...client.undocumented].sort().join(', ')}`)
finish({
  tool: 'api-fuzzer',
  seed,
  seconds: Math.round((performance.now() - startedAt) / 1000),
  requests: client.requests,
  operations: {
    reached: client.reached.size,
    total: operations.length,
    never: operations.map(({ name }) => name).filter(name => !client.reached.has(name)),
  },
  replies: client.replies.toJSON(),
  failures: client.failures.length,
  lost_writes: null,
  stuck_emails: stuckEmails.length,
  rss_peak_mb: rssPeak,
})

async function sendOne(index: number): Promise<void> {
  const random = createRandom(seed * 1_000_003 + index)
  let operation = random.pick(operations)
  let request = await planRequest(server.url, operation, random, world)
  while (!request) {
    operation = random.pick(operations)
    request = await planRequest(server.url, operation, random, world)
  }
  const { account, onReply } = request
  const reply = await client.send(request)
  onReply?.(reply)
  if (!reply) return
  if (reply.status < 300) known.collect(operation, reply.body, account)
  if (reply.status === 401 && account) accounts.repair(account)
  if (reply.status === 403 && account && isApprovalPending(reply.body)) accounts.approve(account)
}

function isApprovalPending(body: unknown): boolean {
  return (body as { error?: string } | undefined)?.error === 'approval_pending'
}
