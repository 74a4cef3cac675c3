// Sends a thousand concurrent bookings of one slot by 200 farmers to several servers, then a thousand concurrent approvals of
// the resulting booking. Exactly one of each may succeed in every round. Exits with 1 when a count is wrong.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { createKysely } from '../../server/src/platform/db/database.ts'
import { findInvariantViolations } from '../../server/src/testing/features/consultation-invariants.ts'
import { insertFarmers } from '../support/board-rows.ts'
import { callApi, type LoadRequest, type LoadResult, runLoad, signIn } from '../support/http.ts'
import { startKutu } from '../support/kutu-server.ts'
import { formatPercentiles, readIntegerOption } from '../support/measure.ts'

const rounds = readIntegerOption('rounds', 20)
const calls = readIntegerOption('calls', 1000)
const farmers = readIntegerOption('farmers', 200)
const serverCount = readIntegerOption('servers', 3)
const hour = 3_600_000

const secret = () => randomBytes(32).toString('base64url')
const secrets = { TOKEN_SECRET: secret(), URL_SECRET: secret() }
const kutu = await startKutu(secrets)
const servers = [kutu]
const pool = new pg.Pool({ connectionString: kutu.databaseUrl(), max: 4 })
try {
  const env = { ...secrets, DATABASE_URL: kutu.databaseUrl() }
  while (servers.length < serverCount) servers.push(await startKutu(env, { isAdditional: true }))
  await insertFarmers(pool, farmers)
  const tokens: string[] = []
  for (let n = 1; n <= farmers; n++) {
    // They are copies of the demonstration account and have its password.
    const { access } = await signIn(urlAt(n), { ...kutu.accounts.farmer, email: `bench${n}@example.org` })
    tokens.push(access)
  }
  const { access: expertToken } = await signIn(kutu.url, kutu.accounts.expert)
  console.log(
    `${availableParallelism()} processors; ${serverCount} servers from the ${kutu.buildKind}; ` +
      `${calls} concurrent requests by ${farmers} farmers, ${rounds} rounds\n`,
  )
  let isAsExpected = true
  for (let round = 0; round < rounds; round++)
    isAsExpected = (await runRound(round, tokens, expertToken)) && isAsExpected
  const violations = await findInvariantViolations({ db: createKysely(pool) })
  console.log(
    violations.length === 0 ? '\nall invariants of the database hold' : `\nviolated: ${violations.join('\n')}`,
  )
  process.exitCode = violations.length === 0 && isAsExpected ? 0 : 1
} finally {
  await pool.end()
  for (const server of servers.reverse()) await server.stop()
}

function urlAt(index: number): string {
  return servers[index % servers.length]?.url ?? ''
}

/** @returns whether exactly one booking and one approval succeeded */
async function runRound(round: number, tokens: string[], expertToken: string): Promise<boolean> {
  // Later than all slots of the demo data.
  const slotStart = Math.ceil(Date.now() / hour) * hour + (60 + round) * 24 * hour
  const [start_time, end_time] = [slotStart, slotStart + 2 * hour].map(time => new Date(time).toISOString())
  const slot = await callApi<{ id: string }>(kutu.url, 'POST /api/consultations/availability-slots/', {
    token: expertToken,
    body: { start_time, end_time },
  })
  const createHeaders = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
  const sendAll = (createRequest: (index: number) => LoadRequest) =>
    runLoad(kutu.url, { calls, concurrency: calls, createRequest })
  const booked = await sendAll(index => ({
    path: `${urlAt(index)}/api/consultations/consultations/`,
    // Each request has its own idempotency key, as in the web app.
    headers: { ...createHeaders(tokens[index % tokens.length] ?? ''), 'idempotency-key': `${slot.id} ${index}` },
    body: Buffer.from(JSON.stringify({ slot_id: slot.id })),
  }))
  const { rows } = await pool.query<{ id: string }>('select id from bookings where slot_id = $1', [slot.id])
  const [booking] = rows
  if (!booking || rows.length > 1) throw new Error(`the slot of round ${round + 1} has ${rows.length} bookings`)
  const approved = await sendAll(index => ({
    method: 'PUT',
    path: `${urlAt(index)}/api/consultations/consultations/manage/`,
    headers: createHeaders(expertToken),
    body: Buffer.from(
      JSON.stringify({
        booking_id: booking.id,
        action: 'approve',
        selected_date: new Date(slotStart + (index % 3600) * 1000).toISOString(),
      }),
    ),
  }))
  const check = (name: string, { statuses, times }: LoadResult, success: string) => {
    const isRight = statuses[success] === 1 && statuses['409'] === calls - 1
    console.log(
      `round ${String(round + 1).padStart(2)}  ${name.padEnd(9)} ${JSON.stringify(statuses).padEnd(20)} ` +
        `${formatPercentiles(times)}   ${isRight ? 'as expected' : 'WRONG'}`,
    )
    return isRight
  }
  return [check('booked', booked, '201'), check('approved', approved, '200')].every(Boolean)
}
