import pg from 'pg'

/** Runs one statement in the server's own database, outside any transaction. */
export async function onServer(server: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

export function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
