import { getCaller } from '../observability/log-context.ts'

export type SlowStatement = { statement: string; caller: string | null; calls: number; totalMs: number; maxMs: number }

const minMs = 100
const maxEntries = 200
const maxStatementLength = 500

/** By caller and text. The text has placeholders, never parameters. */
const statements = new Map<string, SlowStatement>()

/** Counts a statement of this process if it was slow. */
export function recordStatement(text: string, ms: number): void {
  if (ms < minMs) return
  const caller = getCaller() ?? null
  const statement = text.slice(0, maxStatementLength)
  const key = `${caller} ${statement}`
  const entry = statements.get(key) ?? { statement, caller, calls: 0, totalMs: 0, maxMs: 0 }
  entry.calls += 1
  entry.totalMs += ms
  entry.maxMs = Math.max(entry.maxMs, ms)
  statements.set(key, entry)
  if (statements.size > maxEntries) removeFastest()
}

/** Returns the statements that took most time since the process started. */
export const listSlowStatements = (limit: number): SlowStatement[] =>
  [...statements.values()].sort((a, b) => b.totalMs - a.totalMs).slice(0, limit)

function removeFastest(): void {
  const [fastest] = [...statements].sort(([, a], [, b]) => a.totalMs - b.totalMs)
  if (fastest) statements.delete(fastest[0])
}
