import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { tasks } from '../../tasks.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { type Scrape, scrapeMetrics } from '../../testing/metrics.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { startMetricsServer } from './metrics-server.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const readText = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

const rulesFile = z.object({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Kutu[A-Za-z]+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+m$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
})
const dashboardFile = z.object({
  uid: z.string(),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
})

const rules = rulesFile.parse(parse(readText('deploy/prometheus/kutu-rules.yml'))).groups.flatMap(group => group.rules)
const dashboard = dashboardFile.parse(JSON.parse(readText('deploy/grafana/kutu-dashboard.json')))
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const expressions = [...rules.map(({ expr }) => expr), ...queries]

type ParsedExpression = { hasError: boolean; metrics: string[] }

/** Parses PromQL. Variables of Grafana are replaced by values that it would insert. */
function parseExpression(text: string): ParsedExpression {
  const source = text.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'kutu')
  const parsed: ParsedExpression = { hasError: false, metrics: [] }
  parser.parse(source).iterate({
    enter: ({ type, name, node, from, to }) => {
      if (type.isError) parsed.hasError = true
      const isMetric = name === 'Identifier' && node.parent?.name === 'VectorSelector'
      if (isMetric) parsed.metrics.push(source.slice(from, to))
    },
  })
  return parsed
}

let database: TestDatabase
let server: TestServer
let scraped: Scrape
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTestServer({}, { database })
  const metrics = await startMetricsServer(
    { port: 0, host: '127.0.0.1' },
    { log: server.app.log, tasks: Object.keys(tasks), getObserved: () => ({ app: server.app, pool: database.pool }) },
  )
  scraped = await scrapeMetrics(metrics.url)
  await metrics.close()
})
afterAll(() => server.close())

describe('the dashboard and the alert rules', () => {
  it('use only metrics that the server serves', () => {
    const served = new Set(
      [...scraped.types].flatMap(([name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    )
    // Prometheus adds `up` to each target.
    served.add('up')
    const used = new Set(expressions.flatMap(expression => parseExpression(expression).metrics))
    expect(used.size).toBeGreaterThan(15)
    expect([...used].filter(name => !served.has(name))).toEqual([])
  })

  it('are valid PromQL', () => {
    expect(parseExpression('sum(rate(x[5m])').hasError).toBe(true)
    expect(expressions.filter(expression => parseExpression(expression).hasError)).toEqual([])
  })

  it('use every metric of the product', () => {
    const used = expressions.join('\n')
    const product = [...scraped.types.keys()].filter(name => name.startsWith('kutu_'))
    expect(product.filter(name => !used.includes(name))).toEqual([])
  })

  it('give each panel its own id', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })

  it('have an instruction for each alert in docs/running.md, and no other', () => {
    const documented = [...readText('docs/running.md').matchAll(/^\| (Kutu\w+) \| \S/gm)].map(([, alert]) => alert)
    expect(rules).toHaveLength(10)
    expect(documented).toEqual(rules.map(({ alert }) => alert))
  })

  it('document every metric of the product in docs/running.md', () => {
    const text = readText('docs/running.md')
    const product = [...scraped.types.keys()].filter(name => name.startsWith('kutu_'))
    expect(product.filter(name => !text.includes(`\`${name}\``))).toEqual([])
  })
})
