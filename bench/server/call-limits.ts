// Compares the rate of list reads with and without limits on calls, on two servers of one database, in turns.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { findRunningPostgresUrl } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { insertFarmers, insertPosts } from '../support/board-rows.ts'
import { startAdditionalServer, startKutu } from '../support/kutu-server.ts'
import { formatLoadResult, percentile, readIntegerOption, runLoad } from '../support/load.ts'

const calls = readIntegerOption('calls', 1000)
const rounds = readIntegerOption('rounds', 5)
/** Enough that none of them uses up the budget of a user. */
const readers = readIntegerOption('readers', 40)

const secrets = { TOKEN_SECRET: randomBytes(32).toString('hex'), URL_SECRET: randomBytes(32).toString('hex') }
const unlimited = await startKutu(secrets)
const databaseUrl = findRunningPostgresUrl(unlimited.dataDir) ?? ''
const pool = new pg.Pool({ connectionString: databaseUrl })
const limited = await startAdditionalServer({ ...secrets, DATABASE_URL: databaseUrl, RATE_LIMITS: 'on' })
try {
  await insertFarmers(pool)
  await insertPosts(pool, 1, 1000)
  const tokens: string[] = []
  for (let reader = 1; reader <= readers; reader++) tokens.push(await signIn(`bench${reader}@example.org`))
  const createRequest = (index: number) => ({
    method: 'GET' as const,
    path: '/api/community/posts/?page_size=20',
    headers: { authorization: `Bearer ${tokens[index % tokens.length]}` },
    body: Buffer.alloc(0),
  })
  const measure = async (name: string, url: string) => {
    const result = await runLoad(url, { calls, concurrency: 8, createRequest })
    if (result.statuses['200'] !== calls) throw new Error(`not all were answered: ${JSON.stringify(result.statuses)}`)
    console.log(formatLoadResult(name, result))
    return result.perSecond
  }
  console.log(`${availableParallelism()} processors; Kutu from its ${unlimited.buildKind}\n`)
  await measure('first calls, without limits', unlimited.url)
  await measure('first calls, with limits', limited.url)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const without = await measure('without limits', unlimited.url)
    const withLimits = await measure('with limits', limited.url)
    ratios.push(withLimits / without)
  }
  console.log(`\nwith limits against without, median of ${rounds}: ${percentile(ratios, 0.5).toFixed(3)}`)
} finally {
  await pool.end()
  await limited.stop()
  await unlimited.stop()
}

async function signIn(email: string): Promise<string> {
  const response = await fetch(`${unlimited.url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: unlimited.password }),
  })
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
  const { access } = (await response.json()) as { access: string }
  return access
}
