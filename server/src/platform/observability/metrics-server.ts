import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { processMetrics } from './metrics.ts'
import { createScrapeGauges, type ObservedApp } from './scrape-gauges.ts'

type Options = {
  log: Logger
  /** Task identifiers of all jobs, so that an empty queue is reported as 0. */
  tasks: readonly string[]
  /** Returns undefined until the app is open. */
  getObserved: () => ObservedApp | undefined
}

/** Metrics of Node.js itself: event-loop delay, memory, garbage collection. Measured from the first call on. */
let nodeMetrics: Registry | undefined
function getNodeMetrics(): Registry {
  if (!nodeMetrics) {
    nodeMetrics = new Registry()
    collectDefaultMetrics({ register: nodeMetrics })
  }
  return nodeMetrics
}

/**
 * Serves `GET /metrics` in the text format of Prometheus on a listener of its own. It does not keep the process alive,
 * and it answers until the process ends, so that a scrape sees a stop in progress.
 */
export async function startMetricsServer(
  { port, host }: { port: number; host: string },
  { log, tasks, getObserved }: Options,
): Promise<{ url: string; close: () => Promise<void> }> {
  const gauges = new Registry()
  const readGauges = createScrapeGauges(gauges, tasks)
  const registry = Registry.merge([processMetrics, getNodeMetrics(), gauges])
  // Scrapes one after the other: a second one would reset the gauges that the first is about to send.
  let previous: Promise<unknown> = Promise.resolve()
  const scrape = () => {
    const current = previous.then(async () => {
      await readGauges(getObserved())
      return registry.metrics()
    })
    // The reply to this scrape reports its error; the next scrape runs all the same.
    previous = current.catch(() => undefined)
    return current
  }
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    scrape().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      error => {
        log.error({ err: error }, 'the metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  server.unref()
  const { address, family, port: boundPort } = server.address() as AddressInfo
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}/metrics`
  log.info({ url }, 'serving metrics')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url, close }
}
