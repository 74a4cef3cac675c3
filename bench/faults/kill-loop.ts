// Kills the server with SIGKILL under load, every fourth time with its database, and restarts it on the same data: every
// acknowledged write must still be there, a retry must give the first reply, nothing may be half done, and emails must
// leave within 30 seconds. See README.md.
import { setTimeout as delay } from 'node:timers/promises'
import { startKutu } from '../support/kutu-server.ts'
import { readIntegerOption } from '../support/measure.ts'
import { findServerViolations, waitForEmails } from './database-checks.ts'
import { idOf, Load, sendWrite, type Write, type WriteReply } from './kills/load.ts'
import { findDuplicates, findLostWrites, findMissingEmails, findMissingPictures } from './kills/verification.ts'
import { Mailbox } from './mailbox.ts'
import { createRandom } from './random.ts'
import { finish, printFailures, ReplyCounts } from './summary.ts'
import { createTeam } from './team.ts'

const rounds = readIntegerOption('rounds', 1000)
const seed = readIntegerOption('seed', 1)
const concurrency = readIntegerOption('concurrency', 8)
const longestMs = readIntegerOption('longest-ms', 3000)
const checkEvery = readIntegerOption('check-every', 10)
const emailSeconds = readIntegerOption('email-seconds', 30)

const startedAt = performance.now()
const random = createRandom(seed)
const server = await startKutu()
const team = await createTeam(server)
const load = await Load.create(team, random)
const mailbox = new Mailbox(server.dataDir)
const replies = new ReplyCounts()
const failures: { kind: string; example: string }[] = []
const writes: Write[] = []
const lost = new Set<string>()
const stuckEmails = new Set<string>()
let slowestStartMs = 0
let retries = 0
let interruptedStarts = 0

for (let round = 1; round <= rounds; round++) {
  await team.keepSignedIn()
  const before = writes.length
  await runUntilKilled(round)
  await restart()
  const added = writes.slice(before)
  await verify(round, added)
  const acknowledged = added.filter(({ reply }) => reply).length
  if (round % checkEvery === 0 || round === rounds) {
    await verifyEverything()
    console.log(
      `round ${round}: ${writes.length} writes, ${retries} retried, ${lost.size} lost, ${stuckEmails.size} stuck emails, ` +
        `${failures.length} failures, slowest start ${Math.round(slowestStartMs)} ms; this round ${acknowledged} acknowledged`,
    )
  }
}
const rssPeak = server.peakMegabytes()
await server.stop().catch((error: Error) => fail('the server does not stop', error.message))

printFailures(failures)
finish({
  tool: 'kill-loop',
  seed,
  seconds: Math.round((performance.now() - startedAt) / 1000),
  requests: writes.length + retries,
  replies: replies.toJSON(),
  failures: failures.length,
  lost_writes: lost.size,
  stuck_emails: stuckEmails.size,
  rss_peak_mb: rssPeak,
  rounds,
  writes: writes.length,
  retried: retries,
  interrupted_starts: interruptedStarts,
  slowest_start_ms: Math.round(slowestStartMs),
})

function fail(kind: string, example: string): void {
  failures.push({ kind, example })
}

/** Sends writes from several clients, kills the server after a random time, and waits until every client has noticed. */
async function runUntilKilled(round: number): Promise<void> {
  let isKilled = false
  const client = async () => {
    while (!isKilled) {
      const write = load.next()
      writes.push(write)
      try {
        accept(write, await sendWrite(server.url, write, replies))
      } catch (error) {
        replies.add(0)
        if (!isKilled) fail(`no reply to a ${write.kind} before the kill`, String(error))
      }
    }
  }
  const clients = Array.from({ length: concurrency }, client)
  await delay(random.integer(Math.min(100, longestMs), longestMs))
  isKilled = true
  await (round % 4 === 0 ? server.killAll() : server.kill())
  await Promise.all(clients)
}

/** Starts the server again; one time in ten it is killed once more while it starts. */
async function restart(): Promise<void> {
  if (random.chance(0.1)) {
    interruptedStarts++
    await server.interruptStart(random.integer(50, 1500))
  }
  slowestStartMs = Math.max(slowestStartMs, await server.start())
}

function accept(write: Write, { status, body }: WriteReply): void {
  const expected = write.kind === 'approval' ? 200 : 201
  if (status === expected) load.acknowledge(write, body)
  else
    fail(`${write.kind} replied ${status}`, `${write.method} ${write.path} ${describe(write)}: ${JSON.stringify(body)}`)
}

function describe({ body, key }: Write): string {
  return `${key} ${typeof body === 'string' ? body.slice(0, 300) : 'a photo'}`
}

async function verify(round: number, added: readonly Write[]): Promise<void> {
  report(round, await findLostWrites(server.databaseUrl(), added))
  for (const link of await findMissingPictures(added)) fail('the picture of an analysis is missing', link)
  const unacknowledged = added.filter(({ reply }) => !reply)
  for (const write of unacknowledged) await retry(write)
  // A request with a reply gets the same reply again.
  for (const write of added.filter(({ reply, kind }) => reply && kind !== 'approval').slice(-3)) await retry(write)
  report(round, await findLostWrites(server.databaseUrl(), unacknowledged))
}

async function retry(write: Write): Promise<void> {
  retries++
  try {
    const first = await sendWrite(server.url, write, replies)
    // An approval has no key; the first attempt may have succeeded.
    if (write.kind === 'approval' && first.status === 409 && first.body.error === 'already_decided') return
    if (!write.reply) accept(write, first)
    else if (idOf(write, first.body) !== write.reply.id)
      fail(`a retried ${write.kind} got another row`, `${describe(write)}: ${write.reply.id}`)
    if (write.kind === 'approval') return
    const second = await sendWrite(server.url, write, replies)
    if (JSON.stringify(second.body) !== JSON.stringify(first.body))
      fail(
        `the second retry of a ${write.kind} got another reply`,
        `${describe(write)}: ${JSON.stringify([first, second])}`,
      )
  } catch (error) {
    fail(`no reply to a retried ${write.kind}`, `${describe(write)}: ${error}`)
  }
}

function report(round: number, lostWrites: readonly Write[]): void {
  for (const write of lostWrites) {
    if (lost.has(write.key)) continue
    lost.add(write.key)
    console.log(`LOST in round ${round}: ${write.kind} ${write.marker} ${write.reply?.id}`)
  }
}

async function verifyEverything(): Promise<void> {
  const url = server.databaseUrl()
  for (const id of await waitForEmails(url, emailSeconds, stuckEmails)) stuckEmails.add(id)
  if (stuckEmails.size === 0)
    for (const address of await findMissingEmails(mailbox, writes)) fail('an email was not sent', address)
  for (const violation of await findServerViolations(url)) fail('the database is inconsistent', violation)
  for (const marker of await findDuplicates(url)) fail('a write was done twice', marker)
  report(rounds, await findLostWrites(url, writes))
}
