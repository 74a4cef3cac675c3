import pg from 'pg'

/** Sent every 30 seconds on the connection that listens, and part of no request. */
const ping = 'select 1'

/** Returns how many statements that contain `text` reach the database while `work` runs. */
export async function countStatements(work: () => Promise<unknown>, text = ''): Promise<number> {
  const client: { query: (...args: unknown[]) => unknown } = pg.Client.prototype
  const { query } = client
  let statements = 0
  client.query = function countingQuery(this: unknown, ...args: unknown[]) {
    const statement = toText(args[0])
    if (statement !== ping && statement.includes(text)) statements += 1
    return query.apply(this, args)
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return statements
}

function toText(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : ''
}
