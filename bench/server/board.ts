// Measures the latency of every list of the community board and of one post, on boards of growing size.
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { insertFarmers, insertPosts } from '../support/board-rows.ts'
import { callApi, signIn } from '../support/http.ts'
import { type KutuServer, startKutu } from '../support/kutu-server.ts'
import { formatPercentiles, percentile, printSeconds, readIntegerOption, timeCalls } from '../support/measure.ts'

const calls = readIntegerOption('calls', 200)
const maxPosts = readIntegerOption('largest', 1_000_000)
const sizes = [1_000, 100_000, 1_000_000].filter(size => size <= maxPosts)

type BoardRequest = { name: string; token: string; path: string | ((index: number) => string) }

const kutu = await startKutu()
const pool = new pg.Pool({ connectionString: kutu.databaseUrl() })
try {
  console.log(
    `${availableParallelism()} processors; Kutu from its ${kutu.buildKind}; ${calls} calls each, one at a time\n`,
  )
  await insertFarmers(pool)
  const timesByName = new Map<string, number[][]>()
  let postCount = 0
  for (const size of sizes) {
    await printSeconds(`${size} posts`, () => insertPosts(pool, postCount + 1, size))
    postCount = size
    for (const { name, token, path } of await createRequests(kutu)) {
      const getPath = (index: number) => (typeof path === 'string' ? path : path(index))
      const times = await timeCalls(calls, 20, index => callApi(kutu.url, `GET ${getPath(index)}`, { token }))
      timesByName.set(name, [...(timesByName.get(name) ?? []), times])
      console.log(`  ${name.padEnd(44)} ${formatPercentiles(times, 1)}`)
    }
  }
  console.log(`\nlargest board against smallest (p50, p95)`)
  for (const [name, times] of timesByName) {
    const ratio = (fraction: number) => percentile(times.at(-1) ?? [], fraction) / percentile(times[0] ?? [], fraction)
    console.log(`  ${name.padEnd(44)} ${ratio(0.5).toFixed(2)}   ${ratio(0.95).toFixed(2)}`)
  }
} finally {
  await pool.end()
  await kutu.stop()
}

/** Returns the requests of the screens, for posts that exist now. */
async function createRequests({ url, accounts }: KutuServer): Promise<BoardRequest[]> {
  const [{ access: farmer }, { access: expert }] = [
    await signIn(url, accounts.farmer),
    await signIn(url, accounts.expert),
  ]
  const ids = (await pool.query<{ id: string }>(`select distinct post_id as id from responses limit 200`)).rows
  const idAt = (index: number) => ids[index % ids.length]?.id
  const approved = '/api/community/posts/?'
  const all = '/api/community/posts/all/?'
  return [
    { name: 'approved posts', token: farmer, path: approved },
    { name: 'approved posts, page 20', token: farmer, path: `${approved}page=20&page_size=10` },
    {
      name: 'approved posts of a crop and a disease',
      token: farmer,
      path: `${approved}crop_type=BEANS&disease_type=common_rust`,
    },
    { name: 'approved posts, common words', token: farmer, path: `${approved}search=orange+powder` },
    { name: 'approved posts, a rare word', token: farmer, path: `${approved}search=plot+777` },
    { name: 'own posts', token: farmer, path: '/api/community/posts/mine/' },
    { name: 'all posts, with their count', token: expert, path: all },
    { name: 'the queue', token: expert, path: `${all}ordering=queue&status=pending` },
    {
      name: 'the queue of a crop, high urgency',
      token: expert,
      path: `${all}ordering=queue&crop_type=MAIZE&urgency_level=high`,
    },
    { name: 'one post with its comments', token: farmer, path: index => `/api/community/posts/${idAt(index)}/` },
    { name: 'comments to moderate', token: expert, path: index => `/api/community/responses/moderate/${idAt(index)}/` },
    { name: 'statistics of the board', token: farmer, path: '/api/community/stats/' },
  ]
}
