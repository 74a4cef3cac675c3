/** Returns the percentile at a fraction from 0 to 1; 0 without values. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? 0
}

/** Formats p50 and p95 of times in milliseconds. */
export function formatPercentiles(times: readonly number[], digits = 0): string {
  const [p50, p95] = [0.5, 0.95].map(fraction => percentile(times, fraction).toFixed(digits).padStart(6))
  return `p50 ${p50} ms   p95 ${p95} ms`
}

/** Returns how long a function takes, in milliseconds. */
export async function timeOf(run: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

/** Runs a function, prints how many seconds it took, and returns its result. */
export async function printSeconds<T>(name: string, run: () => T | Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await run()
  console.log(`  ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  return result
}

/** Returns the times of calls one after the other in milliseconds. The first `warmUp` calls do not count. */
export async function timeCalls(calls: number, warmUp: number, run: (index: number) => unknown): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < calls + warmUp; index++) times.push(await timeOf(() => run(index)))
  return times.slice(warmUp)
}

/** Returns the value of an option such as `--data DIR` of the command line; undefined without it. */
export function readTextOption(name: string): string | undefined {
  const position = process.argv.indexOf(`--${name}`)
  if (position < 0) return undefined
  const value = process.argv[position + 1]
  if (value === undefined) throw new Error(`--${name} needs a value`)
  return value
}

/** Reads an integer option such as `--calls 200` from the command line. */
export function readIntegerOption(name: string, defaultValue: number, min = 1): number {
  const text = readTextOption(name)
  const value = text === undefined ? defaultValue : Number(text)
  if (!Number.isInteger(value) || value < min) throw new Error(`--${name} needs a whole number of ${min} or more`)
  return value
}
