import { Agent, request } from 'node:http'

export type Call = { method?: 'POST' | 'PUT'; path: string; headers: Record<string, string>; body: Buffer }
export type Figures = { calls: number; perSecond: number; p50: number; p95: number; statuses: Record<string, number> }

/**
 * Keeps `atOnce` calls under way until `calls` are answered, over connections that stay open. A call whose path is a whole
 * address goes there.
 * @returns calls per second and latencies in milliseconds, with how many answers had which status
 */
export async function load(
  url: string,
  { calls, atOnce, make }: { calls: number; atOnce: number; make: (index: number) => Call },
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let next = 0
  const began = performance.now()
  const worker = async () => {
    while (next < calls) {
      const call = make(next++)
      const sent = performance.now()
      const status = await send(url, call, agent)
      latencies.push(performance.now() - sent)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  return {
    calls,
    perSecond: calls / seconds,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    statuses,
  }
}

/** The value that a share of the values does not exceed; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

function send(url: string, { method = 'POST', path, headers, body }: Call, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), {
      method,
      agent,
      headers: { ...headers, 'content-length': body.length },
    })
    sent.once('error', reject)
    sent.once('response', response => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', reject)
    })
    sent.end(body)
  })
}

/** One figure a line, so that two runs can be compared by eye. */
export const lineOf = (name: string, { calls, perSecond, p50, p95, statuses }: Figures) =>
  `${name.padEnd(34)} ${perSecond.toFixed(2).padStart(8)} /s   p50 ${p50.toFixed(0).padStart(5)} ms   ` +
  `p95 ${p95.toFixed(0).padStart(5)} ms   ${calls} calls, ${JSON.stringify(statuses)}`

/** `--calls 200` of the command line. */
export function numberGiven(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`)
  const given = at < 0 ? otherwise : Number(process.argv[at + 1])
  if (!Number.isInteger(given) || given < 1) throw new Error(`--${name} needs a whole number above 0`)
  return given
}
