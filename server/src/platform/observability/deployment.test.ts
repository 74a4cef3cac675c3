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
import { processMetrics, startMetricsServer } from './metrics.ts'

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
  templating: z.object({ list: z.array(z.object({ type: z.string(), definition: z.string().optional() })) }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string().default('') })).default([]),
    }),
  ),
})

const rules = rulesFile.parse(parse(readText('deploy/prometheus/kutu-rules.yml'))).groups.flatMap(group => group.rules)
const dashboard = dashboardFile.parse(JSON.parse(readText('deploy/grafana/kutu-dashboard.json')))
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
/** The metrics of the dashboard's variables: `label_values(METRIC, LABEL)`. */
const variableMetrics = dashboard.templating.list.flatMap(({ definition = '' }) =>
  [...definition.matchAll(/^label_values\((\w+), \w+\)$/g)].flatMap(([, metric]) => metric ?? []),
)
const expressions = [...rules.map(({ expr }) => expr), ...queries]

type Matcher = { metric: string; label: string; operator: string; value: string }
type ParsedExpression = {
  hasError: boolean
  metrics: string[]
  /** Conditions on labels, such as `status=~"5.."`. */
  matchers: Matcher[]
  /** Labels of the result: those of `by (…)`; undefined without an aggregation. */
  resultLabels: string[] | undefined
}

/** Parses PromQL. Variables of Grafana are replaced by values that it would insert. */
function parseExpression(text: string): ParsedExpression {
  const source = text.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'kutu')
  const parsed: ParsedExpression = { hasError: false, metrics: [], matchers: [], resultLabels: undefined }
  parser.parse(source).iterate({
    enter: ({ type, name, node, from, to }) => {
      if (type.isError) parsed.hasError = true
      const isMetric = name === 'Identifier' && node.parent?.name === 'VectorSelector'
      if (isMetric) parsed.metrics.push(source.slice(from, to))
      if (name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] =
          /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(source.slice(from, to)) ?? []
        parsed.matchers.push({ metric: parsed.metrics.at(-1) ?? '', label, operator, value })
      }
      // The outermost aggregation comes first.
      if (name === 'AggregateExpr' && parsed.resultLabels === undefined) parsed.resultLabels = []
      if (name === 'GroupingLabels' && node.parent?.name === 'AggregateModifier' && parsed.resultLabels?.length === 0)
        parsed.resultLabels = source
          .slice(from + 1, to - 1)
          .split(',')
          .map(label => label.trim())
    },
  })
  return parsed
}

/** Prometheus adds them to every sample of a target. */
const targetLabels = ['job', 'instance']

/** Returns the labels of a metric: those it declares, or for a gauge those of its samples. */
function listLabels(metric: string): string[] {
  const name = metric.replace(/_(bucket|sum|count)$/, '')
  const declared = declaredLabels.get(metric) ?? declaredLabels.get(name) ?? []
  const sampled = scraped.samples.filter(sample => sample.name === metric).flatMap(({ labels }) => Object.keys(labels))
  return [...targetLabels, ...declared, ...sampled, ...(metric.endsWith('_bucket') ? ['le'] : [])]
}

const declaredLabels = new Map<string, string[]>(
  processMetrics
    .getMetricsAsArray()
    .map(metric => [metric.name, 'labelNames' in metric ? [...(metric.labelNames as string[])] : []]),
)

let database: TestDatabase
let server: TestServer
let scraped: Scrape
beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTestServer({}, { database })
  const checks = async () => ({ database: 'available', files: 'available', model: 'available' }) as const
  const metrics = await startMetricsServer(
    { port: 0, host: '127.0.0.1' },
    {
      log: server.app.log,
      tasks: Object.keys(tasks),
      getObserved: () => ({
        app: server.app,
        pool: database.pool,
        checks,
        readCertificateEnd: async () => '2026-12-24',
      }),
    },
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
    expect(variableMetrics.length).toBeGreaterThan(0)
    const used = new Set([
      ...variableMetrics,
      ...expressions.flatMap(expression => parseExpression(expression).metrics),
    ])
    expect(used.size).toBeGreaterThan(12)
    expect([...used].filter(name => !served.has(name))).toEqual([])
  })

  it('use only labels that the metrics have', () => {
    for (const text of expressions) {
      const { metrics, matchers, resultLabels = [] } = parseExpression(text)
      for (const { metric, label } of matchers) expect(listLabels(metric), `${metric} in ${text}`).toContain(label)
      const all = metrics.flatMap(listLabels)
      for (const label of resultLabels) expect(all, text).toContain(label)
    }
  })

  it('use only values of labels that the server serves', () => {
    // These metrics have all values of their labels from the start; others get a sample with the first event.
    const complete = ['kutu_diagnoses_total', 'kutu_emails_total', 'kutu_sms_total']
    const matchers = expressions.flatMap(text => parseExpression(text).matchers)
    const checked = matchers.filter(({ metric, label }) => complete.includes(metric) && label !== 'job')
    expect(checked.length).toBeGreaterThan(2)
    for (const { metric, label, value } of checked) {
      const served = scraped.samples.filter(({ name }) => name === metric).map(({ labels }) => labels[label])
      for (const alternative of value.split('|')) expect(served, metric).toContain(alternative)
    }
  })

  it('name only labels of the result in texts', () => {
    const texts = [
      ...rules.map(({ expr, annotations }) => ({ expr, labels: annotations.summary.matchAll(/\$labels\.(\w+)/g) })),
      ...dashboard.panels.flatMap(({ targets }) =>
        targets.map(({ expr, legendFormat }) => ({ expr, labels: legendFormat.matchAll(/\{\{\s*(\w+)\s*\}\}/g) })),
      ),
    ]
    for (const { expr, labels } of texts) {
      const { resultLabels, metrics } = parseExpression(expr)
      for (const [, label] of labels) expect(resultLabels ?? metrics.flatMap(listLabels), expr).toContain(label)
    }
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

  it('have an instruction for each alert in docs/operate.md, and no other', () => {
    const documented = [...readText('docs/operate.md').matchAll(/^\| (Kutu\w+) \| \S/gm)].map(([, alert]) => alert)
    expect(rules).toHaveLength(13)
    expect(documented).toEqual(rules.map(({ alert }) => alert))
  })
})
