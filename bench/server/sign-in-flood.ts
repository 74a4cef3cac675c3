// Measures how long an honest sign-in waits while one network floods the server with sign-ins.
import { request } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { startKutu } from '../support/kutu-server.ts'
import { percentile, readIntegerOption } from '../support/load.ts'

/** Below the limit of sign-ins per network, which is not the subject. */
const floodSize = readIntegerOption('flood', 250)
const rounds = readIntegerOption('rounds', 3)
const honestPerRound = readIntegerOption('honest', 5)

type Reply = { status: number; ms: number; cookie: string }
type Client = { network: string; cookie?: string }

const kutu = await startKutu({ TRUST_PROXY: 'on', RATE_LIMITS: 'on' })

/** Signs in over a connection of its own, as a client of the network would behind a proxy. */
function signIn({ network, cookie }: Client, { email, password }: { email: string; password: string }): Promise<Reply> {
  const body = JSON.stringify({ email, password })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': network,
    ...(cookie && { cookie }),
  }
  const sentAt = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(new URL('/api/auth/login/', kutu.url), { method: 'POST', headers, agent: false })
    sent.once('error', reject)
    sent.once('response', response => {
      response.resume()
      response.once('end', () => {
        const [setCookie = ''] = response.headers['set-cookie'] ?? []
        resolve({
          status: response.statusCode ?? 0,
          ms: performance.now() - sentAt,
          cookie: setCookie.split(';')[0] ?? '',
        })
      })
    })
    sent.end(body)
  })
}

const countByStatus = (replies: readonly Reply[]) => {
  const counts: Record<string, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return JSON.stringify(counts)
}

try {
  console.log(`${availableParallelism()} processors; Kutu from its ${kutu.buildKind}; ${floodSize} sign-ins at once\n`)
  const { cookie } = await signIn({ network: '10.9.0.1' }, kutu)
  const alone = await signIn({ network: '10.9.0.1', cookie }, kutu)
  console.log(`alone: ${alone.ms.toFixed(0)} ms`)
  const flooded: Reply[] = []
  const honest = new Map<string, Reply[]>()
  for (let round = 1; round <= rounds; round++) {
    // Each round floods from another network, so that its limit of sign-ins is not the subject.
    const attacker = { network: `10.8.0.${round}` }
    const clients: [string, Client][] = [
      ['another network', { network: '10.9.0.2' }],
      ['same network, known device', { ...attacker, cookie }],
    ]
    const flood = Array.from({ length: floodSize }, (_, index) =>
      signIn(attacker, { email: `nobody${round}-${index}@example.org`, password: 'Wrong-2026-Leaf' }),
    )
    const attempts: Promise<unknown>[] = []
    for (let attempt = 0; attempt < honestPerRound; attempt++) {
      await delay(100)
      for (const [name, client] of clients)
        attempts.push(
          signIn(client, kutu).then(reply => {
            honest.set(name, [...(honest.get(name) ?? []), reply])
          }),
        )
    }
    flooded.push(...(await Promise.all(flood)))
    await Promise.all(attempts)
  }
  console.log(`flood: ${countByStatus(flooded)}`)
  for (const [name, replies] of honest) {
    const times = replies.map(({ ms }) => ms)
    console.log(
      `honest, ${name}: p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, ${countByStatus(replies)}`,
    )
  }
} finally {
  await kutu.stop()
}
