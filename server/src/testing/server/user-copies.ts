import { type Kysely, sql } from 'kysely'
import type { App } from '../../context.ts'
import { createSession } from '../../features/accounts/sessions/sessions.ts'
import type { Database } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/transaction.ts'
import type { TestServer } from './test-server.ts'
import { signUpFarmer, type TestUser } from './test-users.ts'

export type UserCopy = { id: string; email: string; username: string }

/**
 * Inserts copies of a farmer with the same password, because hashing one for each would take longer than the test
 * itself.
 */
export async function copyFarmer(db: Kysely<Database>, email: string, count: number): Promise<UserCopy[]> {
  const { rows } = await sql<UserCopy>`
    insert into users (email, username, username_key, password_hash, role, language, account_number, phone_number,
      email_verified_at, activated_at, created_at)
    select 'crowd' || n || '@example.org', 'crowd' || n, 'crowd' || n, password_hash, role, language, 'C' || n,
      phone_number, email_verified_at, activated_at, created_at
    from users, generate_series(1, ${count}::int) n where email = ${email}
    returning id, email, username`.execute(db)
  if (rows.length !== count) throw new Error(`${rows.length} copies of ${email}`)
  return rows
}

/** Creates a session without signing in by password. */
export async function signInCopy(app: App, copy: UserCopy): Promise<TestUser> {
  const { access: token, refresh } = await withTransaction(app, tx => createSession(app, tx, copy.id, 'crowd'))
  return { ...copy, token, refresh }
}

/** Creates the given number of signed-in farmers. */
export async function createFarmers(server: TestServer, count: number): Promise<TestUser[]> {
  const { email } = await signUpFarmer(server)
  const farmers: TestUser[] = []
  for (const copy of await copyFarmer(server.app.db, email, count)) farmers.push(await signInCopy(server.app, copy))
  return farmers
}
