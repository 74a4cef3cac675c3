import { readFileSync } from 'node:fs'
import pg from 'pg'
import { withDatabaseName } from './run-sql.ts'

const passwords = { owner_password: "owner's password", server_password: 'server password' }

/** Returns the statements of a script in deploy/postgres, without the commands of psql. */
function readScript(name: string): string {
  const script = readFileSync(new URL(`../../../../deploy/postgres/${name}`, import.meta.url), 'utf8')
  const sql = script.replaceAll(/^\\.*$/gm, '')
  return sql.replaceAll(/:'(\w+)'/g, (_, variable: keyof typeof passwords) => pg.escapeLiteral(passwords[variable]))
}

async function runScript(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Creates the database `kutu` with the roles of deploy/postgres/create-roles.sql on a server.
 * @returns URLs of the superuser, the owner and the server's role in that database
 */
export async function createRoles(superuserUrl: string) {
  // A statement that creates a database cannot be sent together with others.
  const statements = readScript('create-roles.sql').split(';\n')
  await runScript(
    superuserUrl,
    statements.filter(statement => statement.trim() !== ''),
  )
  const url = new URL(withDatabaseName(superuserUrl, 'kutu'))
  const as = (username: string, password: string) => {
    const copy = new URL(url)
    Object.assign(copy, { username, password })
    return copy.href
  }
  return {
    superuserUrl: url.href,
    ownerUrl: as('kutu_owner', passwords.owner_password),
    serverUrl: as('kutu_server', passwords.server_password),
  }
}

/** Runs deploy/postgres/change-owner.sql in a database. */
export const changeOwner = (superuserUrl: string) => runScript(superuserUrl, [readScript('change-owner.sql')])
