// Measures the latency of every list of the community board and of one post, on boards of growing size.
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { findRunningPostgresUrl } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { insertFarmers, insertPosts } from '../support/board-rows.ts'
import { type Credentials, type KutuServer, startKutu } from '../support/kutu-server.ts'
import { percentile, readIntegerOption } from '../support/load.ts'

const calls = readIntegerOption('calls', 200)
const maxPosts = readIntegerOption('largest', 1_000_000)
const sizes = [1_000, 100_000, 1_000_000].filter(size => size <= maxPosts)

type Latencies = { p50: number; p95: number }
type BoardRequest = { name: string; token: string; path: (index: number) => string }

const kutu = await startKutu()
const pool = new pg.Pool({ connectionString: findRunningPostgresUrl(kutu.dataDir) })
try {
  console.log(
    `${availableParallelism()} processors; Kutu from its ${kutu.buildKind}; ${calls} calls each, one at a time\n`,
  )
  await insertFarmers(pool)
  const latenciesByName = new Map<string, Latencies[]>()
  let postCount = 0
  for (const size of sizes) {
    const startedAt = performance.now()
    await insertPosts(pool, postCount + 1, size)
    console.log(`${size} posts (${((performance.now() - startedAt) / 1000).toFixed(0)} s to add)`)
    postCount = size
    for (const boardRequest of await createRequests(kutu)) {
      const latencies = await measureLatencies(kutu, boardRequest)
      latenciesByName.set(boardRequest.name, [...(latenciesByName.get(boardRequest.name) ?? []), latencies])
      console.log(
        `  ${boardRequest.name.padEnd(44)} p50 ${latencies.p50.toFixed(1).padStart(7)} ms   p95 ${latencies.p95.toFixed(1).padStart(7)} ms`,
      )
    }
  }
  console.log(`\nlargest board against smallest (p50, p95)`)
  for (const [name, latencies] of latenciesByName) {
    const [small, large] = [latencies[0], latencies.at(-1)]
    if (small && large) {
      console.log(`  ${name.padEnd(44)} ${(large.p50 / small.p50).toFixed(2)}   ${(large.p95 / small.p95).toFixed(2)}`)
    }
  }
} finally {
  await pool.end()
  await kutu.stop()
}

/** Returns the requests of the screens, for posts that exist now. */
async function createRequests({ url, expert, ...farmer }: KutuServer): Promise<BoardRequest[]> {
  const [farmerToken, expertToken] = await Promise.all([signIn(url, farmer), signIn(url, expert)])
  const ids = (await pool.query<{ id: string }>(`select distinct post_id as id from responses limit 200`)).rows
  const approvedPath = (query: string) => () => `/api/community/posts/?${query}`
  const allPath = (query: string) => () => `/api/community/posts/all/?${query}`
  return [
    { name: 'approved posts', token: farmerToken, path: approvedPath('') },
    { name: 'approved posts, page 20', token: farmerToken, path: approvedPath('page=20&page_size=10') },
    {
      name: 'approved posts of a crop and a disease',
      token: farmerToken,
      path: approvedPath('crop_type=BEANS&disease_type=common_rust'),
    },
    { name: 'approved posts, common words', token: farmerToken, path: approvedPath('search=orange+powder') },
    { name: 'approved posts, a rare word', token: farmerToken, path: approvedPath('search=plot+777') },
    { name: 'own posts', token: farmerToken, path: () => '/api/community/posts/mine/' },
    { name: 'all posts, with their count', token: expertToken, path: allPath('') },
    { name: 'the queue', token: expertToken, path: allPath('ordering=queue&status=pending') },
    {
      name: 'the queue of a crop, high urgency',
      token: expertToken,
      path: allPath('ordering=queue&crop_type=MAIZE&urgency_level=high'),
    },
    {
      name: 'one post with its comments',
      token: farmerToken,
      path: index => `/api/community/posts/${ids[index % ids.length]?.id}/`,
    },
    {
      name: 'comments to moderate',
      token: expertToken,
      path: index => `/api/community/responses/moderate/${ids[index % ids.length]?.id}/`,
    },
    { name: 'statistics of the board', token: farmerToken, path: () => '/api/community/stats/' },
  ]
}

async function signIn(url: string, { email, password }: Credentials): Promise<string> {
  const response = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access } = (await response.json()) as { access: string }
  return access
}

async function measureLatencies({ url }: KutuServer, { token, path, name }: BoardRequest): Promise<Latencies> {
  const durations: number[] = []
  for (let index = -20; index < calls; index++) {
    const startedAt = performance.now()
    const response = await fetch(url + path(Math.abs(index)), { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    if (index >= 0) durations.push(performance.now() - startedAt)
  }
  return { p50: percentile(durations, 0.5), p95: percentile(durations, 0.95) }
}
