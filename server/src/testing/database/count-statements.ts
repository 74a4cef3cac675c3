import pg from 'pg'

/** Returns how many statements that contain `text` reach the database while `work` runs. */
export async function countStatements(work: () => Promise<unknown>, text = ''): Promise<number> {
  const client: { query: (...args: unknown[]) => unknown } = pg.Client.prototype
  const { query } = client
  let statements = 0
  client.query = function countingQuery(this: unknown, ...args: unknown[]) {
    if (toText(args[0]).includes(text)) statements += 1
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
