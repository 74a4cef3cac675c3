import type { Role } from '@kutu/contract/common'
import { sql } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { derivedCode, derivedToken } from './secrets.ts'
import { addUser } from './users.ts'

export type DemoAccount = { role: Role; email: string; password: string }

const people = [
  { role: 'farmer', username: 'Nakato', email: 'farmer@kutu.example', phoneNumber: '+256772000001' },
  { role: 'expert', username: 'Okello', email: 'expert@kutu.example', phoneNumber: '+256772000002' },
  { role: 'admin', username: 'Kutu', email: 'admin@kutu.example', phoneNumber: null },
] as const
type Person = (typeof people)[number]

/**
 * The demonstration accounts with their sign-ins: made when the database has no account at all, afterwards those that
 * still have the password they were given.
 */
export async function ensureDemoAccounts(app: App): Promise<DemoAccount[]> {
  await write(app, async tx => {
    // Of several servers starting at once, one makes them.
    await sql`lock table users in share row exclusive mode`.execute(tx)
    const anybody = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (anybody) return
    for (const person of people) await addPerson(app, tx, person)
  })
  const accounts = await Promise.all(people.map(person => signInOf(app, person)))
  return accounts.filter(account => account !== undefined)
}

async function addPerson(app: App, tx: Tx, person: Person): Promise<void> {
  const { role } = person
  const id = await addUser(app, tx, {
    ...person,
    passwordHash: await hashPassword(demoPassword(app, role)),
    language: 'en',
    approval: role === 'expert' ? 'approved' : null,
    isActive: true,
  })
  if (role === 'farmer')
    await tx
      .insertInto('farmer_profiles')
      .values({ user_id: id, farm_location: 'Mbale', farm_size: 2.5, crop_types: ['MAIZE', 'BEANS'] })
      .execute()
  if (role === 'expert') await addDemoExpert(tx, id, person)
  await audit(app, tx, { actor: null, action: 'user.registered', subject: { type: 'user', id }, after: { role } })
}

const addDemoExpert = (tx: Tx, user_id: string, { username, email }: Person) =>
  tx
    .insertInto('expert_profiles')
    .values({
      user_id,
      areas_of_expertise: ['Cereal diseases', 'Legume diseases'],
      certifications: [],
      bio: 'A demonstration account.',
      experience_years: 8,
      institution: 'Demonstration',
      languages_spoken: ['English', 'Swahili', 'Luganda'],
      social_links: [],
      search_text: `${username} ${email} demonstration cereal diseases legume diseases`.toLowerCase(),
    })
    .execute()

async function signInOf(app: App, { role, email }: Person): Promise<DemoAccount | undefined> {
  const password = demoPassword(app, role)
  const user = await app.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirst()
  return user && (await isPassword(user.password_hash, password)) ? { role, email, password } : undefined
}

/** Of this installation alone, so that a demonstration left on the internet has no password that everybody knows. */
function demoPassword(app: App, role: Role): string {
  const letters = Buffer.from(derivedToken(app, 'demo', role), 'base64url')
    .toString('hex')
    .slice(0, 8)
  return `Kutu-${derivedCode(app, `demo ${role}`)}-${letters}`
}
