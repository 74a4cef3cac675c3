import pg from 'pg'

/** Returns how many statements reach the database while `work` runs. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const client: { query: (...args: unknown[]) => unknown } = pg.Client.prototype
  const { query } = client
  let statements = 0
  client.query = function countingQuery(this: unknown, ...args: unknown[]) {
    statements += 1
    return query.apply(this, args)
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return statements
}
