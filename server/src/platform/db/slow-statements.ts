import type { Kysely } from 'kysely'
import { getCaller } from '../observability/log-context.ts'

export type SlowStatement = { statement: string; caller: string | null; calls: number; totalMs: number; maxMs: number }

const minMs = 100
const maxEntries = 200
const maxStatementLength = 500

/** Slow statements by caller and text. The text has placeholders, never parameters. */
export type StatementLog = Map<string, SlowStatement>

const statementLogs = new WeakMap<object, StatementLog>()

/** Makes the statements of a log the ones that `listSlowStatements` returns for the database. */
export const attachStatementLog = <T>(db: Kysely<T>, log: StatementLog): void => void statementLogs.set(db, log)

/** Counts a statement if it was slow. */
export function recordStatement(statements: StatementLog, text: string, ms: number): void {
  if (ms < minMs) return
  const caller = getCaller() ?? null
  const statement = text.slice(0, maxStatementLength)
  const key = `${caller} ${statement}`
  const entry = statements.get(key) ?? { statement, caller, calls: 0, totalMs: 0, maxMs: 0 }
  entry.calls += 1
  entry.totalMs += ms
  entry.maxMs = Math.max(entry.maxMs, ms)
  statements.set(key, entry)
  if (statements.size > maxEntries) removeFastest(statements)
}

/** Returns the statements that took most time since the database was opened. */
export const listSlowStatements = <T>(db: Kysely<T>, limit: number): SlowStatement[] =>
  [...(statementLogs.get(db)?.values() ?? [])].sort((a, b) => b.totalMs - a.totalMs).slice(0, limit)

function removeFastest(statements: StatementLog): void {
  const [fastest] = [...statements].sort(([, a], [, b]) => a.totalMs - b.totalMs)
  if (fastest) statements.delete(fastest[0])
}
