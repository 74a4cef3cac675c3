/** Result of a fault tool. Figures that a tool does not measure are null. */
export type Summary = {
  tool: string
  seed: number
  seconds: number
  requests: number
  /** Replies by class, for example `2xx`; `none` for requests without a reply. */
  replies: Record<string, number>
  failures: number
  lost_writes: number | null
  stuck_emails: number | null
  rss_peak_mb: number
} & Record<string, unknown>

/** Counts replies by status class. */
export class ReplyCounts {
  readonly #counts = new Map<string, number>()

  add(status: number): void {
    const name = status === 0 ? 'none' : `${Math.floor(status / 100)}xx`
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => a.localeCompare(b)))
  }
}

export function isErrorShape(body: unknown, status: number): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { status: inBody, error, message } = body as Record<string, unknown>
  return inBody === status && typeof error === 'string' && typeof message === 'string' && message !== ''
}

/** Prints the summary as the last line, in JSON, and sets the exit code: 1 after any failure. */
export function finish(summary: Summary): void {
  console.log(JSON.stringify(summary))
  const { failures, lost_writes, stuck_emails } = summary
  process.exitCode = failures > 0 || (lost_writes ?? 0) > 0 || (stuck_emails ?? 0) > 0 ? 1 : 0
}

/** Prints each kind of failure once, with its number and its first example. */
export function printFailures(failures: readonly { kind: string; example: string }[]): void {
  const byKind = new Map<string, { count: number; example: string }>()
  for (const { kind, example } of failures) {
    const known = byKind.get(kind)
    byKind.set(kind, { count: (known?.count ?? 0) + 1, example: known?.example ?? example })
  }
  for (const [kind, { count, example }] of byKind) console.log(`FAILURE x${count} ${kind}\n  ${example}`)
}
