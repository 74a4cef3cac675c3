// Prints Lighthouse scores (mobile settings with simulated slow network and CPU) of a first visit to sign-in, dashboard,
// Upload Image and board: medians of several runs, with the metrics of the performance score.
import { parseArgs } from 'node:util'
import type { Result } from 'lighthouse'
import { getCategoryScore, getNumericValue, summarizeFirstLoad } from '../../e2e/lighthouse/first-load.ts'
import { auditFirstVisit } from '../../e2e/lighthouse/phone.ts'
import { type KutuServer, startKutu } from '../support/kutu-server.ts'

const target = 90
const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
const screens = {
  'sign-in': '/auth',
  dashboard: '/account',
  upload: '/account/addresses/image-analysis',
  board: '/account/addresses/community-posts',
}

const kutu = await startKutu()
// localhost is a secure context: the browser accepts Brotli, as on a server with TLS.
const origin = kutu.url.replace('127.0.0.1', 'localhost')
try {
  for (const [name, path] of Object.entries(screens)) await measure(name, path)
} finally {
  await kutu.stop()
}

/** Each run uses a new browser profile with an empty cache. */
async function measure(name: string, path: string): Promise<void> {
  const results: Result[] = []
  for (let run = 0; run < Number(values.runs); run += 1)
    results.push(await auditFirstVisit(origin, path, path === '/auth' ? {} : await signIn(kutu)))
  printReport(name, results)
}

async function signIn({ email, password }: KutuServer): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`Sign-in returned ${response.status}`)
  const { access, refresh, user } = (await response.json()) as { access: string; refresh: string; user: object }
  return { accessToken: access, refreshToken: refresh, user: JSON.stringify(user) }
}

function printReport(name: string, results: Result[]): void {
  const median = (getValue: (result: Result) => number) => {
    const sorted = results.map(getValue).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  const points = (category: string) => median(result => getCategoryScore(result, category))
  const seconds = (id: string) => (median(result => getNumericValue(result, id)) / 1000).toFixed(1)
  const performance = points('performance')
  const allScores = results.map(result => getCategoryScore(result, 'performance')).join(', ')
  console.log(
    `${name}: performance ${performance} (${allScores}), accessibility ${points('accessibility')}, best practices ${points('best-practices')}`,
  )
  console.log(
    `  first paint ${seconds('first-contentful-paint')} s, largest ${seconds('largest-contentful-paint')} s, speed index ` +
      `${seconds('speed-index')} s, blocked ${Math.round(median(result => getNumericValue(result, 'total-blocking-time')))} ms, ` +
      `shift ${median(result => getNumericValue(result, 'cumulative-layout-shift')).toFixed(3)}, ` +
      `${median(result => summarizeFirstLoad(result).requests)} requests, ${(median(result => summarizeFirstLoad(result).bytes) / 1000).toFixed(0)} kB, ` +
      `Lighthouse's index of this machine ${median(({ environment }) => environment.benchmarkIndex)}`,
  )
  console.log(`  target ${target}: ${performance >= target ? 'met' : 'missed'}`)
}
