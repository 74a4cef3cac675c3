// Measures sign-ins per second, most of which is argon2id password hashing, and how long an honest sign-in waits while one network
// floods the server with sign-ins.
import { setTimeout as delay } from 'node:timers/promises'
import { assertAllReplied, formatLoadResult, runLoad, send } from '../support/http.ts'
import { type Credentials, startKutu } from '../support/kutu-server.ts'
import { formatPercentiles, readIntegerOption } from '../support/measure.ts'

const calls = readIntegerOption('calls', 500)
/** Below the limit of sign-ins per network, which is not the subject. */
const floodSize = readIntegerOption('flood', 250)
const rounds = readIntegerOption('rounds', 3)
const honestPerRound = readIntegerOption('honest', 5)

type Reply = { status: number; ms: number; cookie: string }
type Client = { network: string; cookie?: string }

const path = '/api/auth/login/'
const toBody = (credentials: Credentials) => Buffer.from(JSON.stringify(credentials))
await measureRate()
await measureFlood()

async function measureRate(): Promise<void> {
  const kutu = await startKutu()
  const createRequest = () => ({
    path,
    headers: { 'content-type': 'application/json' },
    body: toBody(kutu.accounts.farmer),
  })
  await runLoad(kutu.url, { calls: 20, concurrency: 4, createRequest })
  console.log(`Kutu from its ${kutu.buildKind}`)
  for (const concurrency of [1, 4, 16]) {
    const result = await runLoad(kutu.url, { calls, concurrency, createRequest })
    assertAllReplied(result, '200')
    console.log(formatLoadResult(`sign-in, concurrency ${concurrency}`, result))
  }
  await kutu.stop()
}

async function measureFlood(): Promise<void> {
  const kutu = await startKutu({ TRUST_PROXY: 'on', RATE_LIMITS: 'on' })
  /** Signs in over a connection of its own, as a client of the network would behind a proxy. */
  const signIn = async ({ network, cookie }: Client, credentials: Credentials): Promise<Reply> => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': network, ...(cookie && { cookie }) }
    const sentAt = performance.now()
    const reply = await send(kutu.url, { path, headers, body: toBody(credentials) }, false)
    return { ...reply, ms: performance.now() - sentAt }
  }
  const { farmer } = kutu.accounts
  const { cookie } = await signIn({ network: '10.9.0.1' }, farmer)
  const alone = await signIn({ network: '10.9.0.1', cookie }, farmer)
  console.log(`\n${floodSize} sign-ins at once; alone: ${alone.ms.toFixed(0)} ms`)
  const replies = new Map<string, Reply[]>()
  const record = async (name: string, promise: Promise<Reply>) => {
    const reply = await promise
    replies.set(name, [...(replies.get(name) ?? []), reply])
  }
  for (let round = 1; round <= rounds; round++) {
    // Each round floods from another network, so that its limit of sign-ins is not the subject.
    const attacker = { network: `10.8.0.${round}` }
    const attempts = Array.from({ length: floodSize }, (_, index) => {
      const stranger = { email: `nobody${round}-${index}@example.org`, password: 'Wrong-2026-Leaf' }
      return record('flood', signIn(attacker, stranger))
    })
    for (let attempt = 0; attempt < honestPerRound; attempt++) {
      await delay(100)
      attempts.push(record('another network', signIn({ network: '10.9.0.2' }, farmer)))
      attempts.push(record('same network, known device', signIn({ ...attacker, cookie }, farmer)))
    }
    await Promise.all(attempts)
  }
  for (const [name, each] of replies) {
    const counts = [...new Set(each.map(({ status }) => status))].map(
      status => `${each.filter(reply => reply.status === status).length} x ${status}`,
    )
    console.log(`${name.padEnd(28)} ${formatPercentiles(each.map(({ ms }) => ms))}   ${counts.join(', ')}`)
  }
  await kutu.stop()
}
