// Every list of the community board and one post, on a board that grows: does a page cost what it shows?
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { runningEmbedded } from '../server/src/db/embedded.ts'
import { addFarmers, addPosts } from './board-rows.ts'
import { type KutuServer, type SignIn, startKutu } from './kutu-server.ts'
import { numberGiven, percentile } from './load.ts'

const calls = numberGiven('calls', 200)
const largest = numberGiven('largest', 1_000_000)
const sizes = [1_000, 100_000, 1_000_000].filter(size => size <= largest)

type Times = { p50: number; p95: number }
type Ask = { name: string; token: string; path: (turn: number) => string }

const kutu = await startKutu()
const pool = new pg.Pool({ connectionString: runningEmbedded(kutu.dataDir) })
try {
  console.log(`${availableParallelism()} processors; Kutu from its ${kutu.how}; ${calls} calls each, one at a time\n`)
  await addFarmers(pool)
  const asked = new Map<string, Times[]>()
  let before = 0
  for (const size of sizes) {
    const began = performance.now()
    await addPosts(pool, before + 1, size)
    console.log(`${size} posts (${((performance.now() - began) / 1000).toFixed(0)} s to add)`)
    before = size
    for (const ask of await asks(kutu)) {
      const times = await timesOf(kutu, ask)
      asked.set(ask.name, [...(asked.get(ask.name) ?? []), times])
      console.log(
        `  ${ask.name.padEnd(44)} p50 ${times.p50.toFixed(1).padStart(7)} ms   p95 ${times.p95.toFixed(1).padStart(7)} ms`,
      )
    }
  }
  console.log(`\nlargest board against smallest (p50, p95)`)
  for (const [name, times] of asked) {
    const [small, large] = [times[0], times.at(-1)]
    if (small && large) {
      console.log(`  ${name.padEnd(44)} ${(large.p50 / small.p50).toFixed(2)}   ${(large.p95 / small.p95).toFixed(2)}`)
    }
  }
} finally {
  await pool.end()
  await kutu.stop()
}

/** The calls of the screens, with posts that are on the board now. */
async function asks({ url, expert, ...farmer }: KutuServer): Promise<Ask[]> {
  const [byFarmer, byExpert] = await Promise.all([signIn(url, farmer), signIn(url, expert)])
  const ids = (await pool.query<{ id: string }>(`select id from posts where expert_comment_count > 0 limit 200`)).rows
  const list = (query: string) => () => `/api/community/posts/?${query}`
  const all = (query: string) => () => `/api/community/posts/all/?${query}`
  return [
    { name: 'approved posts', token: byFarmer, path: list('') },
    { name: 'approved posts, page 20', token: byFarmer, path: list('page=20&page_size=10') },
    {
      name: 'approved posts of a crop and a disease',
      token: byFarmer,
      path: list('crop_type=BEANS&disease_type=common_rust'),
    },
    { name: 'approved posts, common words', token: byFarmer, path: list('search=orange+powder') },
    { name: 'approved posts, a rare word', token: byFarmer, path: list('search=plot+777') },
    { name: 'own posts', token: byFarmer, path: () => '/api/community/posts/mine/' },
    { name: 'all posts, with their count', token: byExpert, path: all('') },
    { name: 'the queue', token: byExpert, path: all('ordering=queue&status=pending') },
    {
      name: 'the queue of a crop, high urgency',
      token: byExpert,
      path: all('ordering=queue&crop_type=MAIZE&urgency_level=high'),
    },
    {
      name: 'one post with its comments',
      token: byFarmer,
      path: turn => `/api/community/posts/${ids[turn % ids.length]?.id}/`,
    },
    {
      name: 'comments to moderate',
      token: byExpert,
      path: turn => `/api/community/responses/moderate/${ids[turn % ids.length]?.id}/`,
    },
    { name: 'the board in figures', token: byFarmer, path: () => '/api/community/stats/' },
  ]
}

async function signIn(url: string, { email, password }: SignIn): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access } = (await answer.json()) as { access: string }
  return access
}

async function timesOf({ url }: KutuServer, { token, path, name }: Ask): Promise<Times> {
  const latencies: number[] = []
  for (let turn = -20; turn < calls; turn++) {
    const began = performance.now()
    const answer = await fetch(url + path(Math.abs(turn)), { headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
    if (turn >= 0) latencies.push(performance.now() - began)
  }
  return { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) }
}
