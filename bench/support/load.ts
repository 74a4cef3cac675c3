import { Agent, request } from 'node:http'

export type LoadRequest = {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body: Buffer
}
export type LoadResult = {
  calls: number
  perSecond: number
  p50: number
  p95: number
  statuses: Record<string, number>
}

/**
 * Sends `calls` requests with constant concurrency over keep-alive connections. A path may be an absolute URL.
 * @returns requests per second, latencies in milliseconds, and the number of replies by status
 */
export async function runLoad(
  url: string,
  {
    calls,
    concurrency,
    createRequest,
  }: { calls: number; concurrency: number; createRequest: (index: number) => LoadRequest },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let nextIndex = 0
  const startedAt = performance.now()
  const worker = async () => {
    while (nextIndex < calls) {
      const loadRequest = createRequest(nextIndex++)
      const sentAt = performance.now()
      const status = await send(url, loadRequest, agent)
      latencies.push(performance.now() - sentAt)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  return {
    calls,
    perSecond: calls / seconds,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    statuses,
  }
}

/** Returns the percentile at a fraction from 0 to 1; 0 without values. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? 0
}

function send(url: string, { method = 'POST', path, headers, body }: LoadRequest, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, url), {
      method,
      agent,
      headers: { ...headers, 'content-length': body.length },
    })
    outgoing.once('error', reject)
    outgoing.once('response', response => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', reject)
    })
    outgoing.end(body)
  })
}

/** Formats a result as one line. */
export const formatLoadResult = (name: string, { calls, perSecond, p50, p95, statuses }: LoadResult) =>
  `${name.padEnd(34)} ${perSecond.toFixed(2).padStart(8)} /s   p50 ${p50.toFixed(0).padStart(5)} ms   ` +
  `p95 ${p95.toFixed(0).padStart(5)} ms   ${calls} calls, ${JSON.stringify(statuses)}`

/** Returns the value of an option such as `--data DIR` of the command line; undefined without it. */
export function readTextOption(name: string): string | undefined {
  const position = process.argv.indexOf(`--${name}`)
  if (position < 0) return undefined
  const value = process.argv[position + 1]
  if (value === undefined) throw new Error(`--${name} needs a value`)
  return value
}

/** Reads an integer option such as `--calls 200` from the command line. */
export function readIntegerOption(name: string, defaultValue: number): number {
  const text = readTextOption(name)
  const value = text === undefined ? defaultValue : Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} needs a whole number above 0`)
  return value
}
