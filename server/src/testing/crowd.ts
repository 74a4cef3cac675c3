import { type Kysely, sql } from 'kysely'
import { openSession } from '../accounts/sessions.ts'
import type { App } from '../context.ts'
import type { Database } from '../db/database.ts'
import { write } from '../db/write.ts'
import { farmer, type Person } from './people.ts'
import type { World } from './world.ts'

export type Copied = { id: string; email: string; username: string }

/** More farmers like one there is, with the same password: hashing one each would take longer than what is tested. */
export async function copiesOf(db: Kysely<Database>, email: string, count: number): Promise<Copied[]> {
  const { rows } = await sql<Copied>`
    insert into users (email, username, username_key, password_hash, role, language, account_number, phone_number,
      email_verified_at, activated_at, created_at)
    select 'crowd' || n || '@example.org', 'crowd' || n, 'crowd' || n, password_hash, role, language, 'C' || n,
      phone_number, email_verified_at, activated_at, created_at
    from users, generate_series(1, ${count}::int) n where email = ${email}
    returning id, email, username`.execute(db)
  if (rows.length !== count) throw new Error(`${rows.length} farmers like ${email}`)
  return rows
}

/** A session for somebody who is there, without asking for the password. */
export async function signedIn(app: App, one: Copied): Promise<Person> {
  const { access: token, refresh } = await write(app, tx => openSession(app, tx, one.id, 'crowd'))
  return { ...one, token, refresh }
}

/** So many farmers, signed in. */
export async function crowd(w: World, count: number): Promise<Person[]> {
  const { email: like } = await farmer(w)
  const people: Person[] = []
  for (const one of await copiesOf(w.app.db, like, count)) people.push(await signedIn(w.app, one))
  return people
}
