import type { CropType, Role } from '@kutu/contract/common'
import { findDistrictInText } from '@kutu/places/find-district'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { audit } from '../../platform/db/audit.ts'
import { insertInto } from '../../platform/db/complete-insert.ts'
import type { Tx } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/transaction.ts'
import { selectBookableExperts } from './experts/bookable-experts.ts'
import { hashPassword, verifyPassword } from './passwords/password-hashing.ts'
import { deriveCode, deriveToken } from './secrets.ts'
import { insertUser } from './users/users.ts'

export type DemoAccount = { role: Role; email: string; password: string }

export type DemoPerson = {
  role: Role
  username: string
  /** The password is derived from its local part. */
  email: string
  phoneNumber: string | null
  farm?: { location: string; size: number; crops: CropType[] }
  expert?: { areas: string[]; languages: string[]; bio: string }
}

/** The farmer, the experts and the admin, who sign in. */
export const demoPeople: readonly DemoPerson[] = [
  {
    role: 'farmer',
    username: 'Nakato',
    email: 'farmer@kutu.example',
    phoneNumber: '+256772000001',
    farm: { location: 'Mbale', size: 2.5, crops: ['MAIZE', 'BEANS'] },
  },
  {
    role: 'expert',
    username: 'Okello',
    email: 'expert@kutu.example',
    phoneNumber: '+256772000002',
    expert: {
      areas: ['Cereal diseases', 'Legume diseases'],
      languages: ['English', 'Swahili', 'Luganda'],
      bio: 'A demonstration account. Helps with cereals and beans around Mbale.',
    },
  },
  {
    role: 'expert',
    username: 'Achieng',
    email: 'achieng@kutu.example',
    phoneNumber: '+254712000003',
    expert: {
      areas: ['Maize rust', 'Rice blast'],
      languages: ['English', 'Swahili'],
      bio: 'A demonstration account. Visits maize and rice farmers every week.',
    },
  },
  {
    role: 'expert',
    username: 'Mugisha',
    email: 'mugisha@kutu.example',
    phoneNumber: '+256772000004',
    expert: {
      areas: ['Bean rust', 'Wheat rust'],
      languages: ['English', 'Luganda'],
      bio: 'A demonstration account. Shows farmers how to choose clean seed.',
    },
  },
  { role: 'admin', username: 'Kutu', email: 'admin@kutu.example', phoneNumber: null },
]

/**
 * Creates the demonstration accounts if the database has no users. Returns the accounts that still have their generated
 * password, in the order farmer, experts, admin.
 */
export async function ensureDemoAccounts(app: App): Promise<DemoAccount[]> {
  await withTransaction(app, async tx => {
    // Several servers may start at the same time; the table lock lets only one of them create the accounts.
    await sql`lock table users in share row exclusive mode`.execute(tx)
    const existingUser = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (existingUser) return
    for (const person of demoPeople) await insertDemoPerson(app, tx, person)
  })
  const accounts = await Promise.all(demoPeople.map(person => findDemoAccount(app, person)))
  return accounts.filter(account => account !== undefined)
}

/**
 * Inserts an active account with the profile of its role.
 * @param passwordHash of somebody who does not sign in; left out, the password is derived
 */
export async function insertDemoPerson(app: App, tx: Tx, person: DemoPerson, passwordHash?: string): Promise<void> {
  const { role, username, email, farm, expert } = person
  const id = await insertUser(app, tx, {
    ...person,
    passwordHash: passwordHash ?? (await hashPassword(app, deriveDemoPassword(app, person))),
    language: 'en',
    approval: role === 'expert' ? 'approved' : null,
    isActive: true,
  })
  if (farm)
    await insertInto(tx, 'farmer_profiles', {
      user_id: id,
      farm_location: farm.location,
      farm_size: farm.size,
      crop_types: farm.crops,
      district: findDistrictInText(farm.location)?.code ?? null,
    }).execute()
  if (expert)
    await insertInto(tx, 'expert_profiles', {
      user_id: id,
      areas_of_expertise: expert.areas,
      certifications: [],
      bio: expert.bio,
      experience_years: 8,
      institution: 'Demonstration',
      languages_spoken: expert.languages,
      social_links: [],
      search_text: `${username} ${email} demonstration ${expert.areas.join(' ')}`.toLowerCase(),
      changed_since_approval: null,
      approved_at: null,
    }).execute()
  await audit(app, tx, { actor: null, action: 'user.registered', subject: { type: 'user', id }, after: { role } })
}

/** Returns the ids of the bookable demonstration experts, ordered by email; empty if the database has none. */
export async function listDemoExpertIds(app: App): Promise<string[]> {
  const emails = demoPeople.filter(({ role }) => role === 'expert').map(({ email }) => email)
  const rows = await selectBookableExperts(app.db).where('u.email', 'in', emails).orderBy('u.email').execute()
  return rows.map(({ id }) => id)
}

async function findDemoAccount(app: App, person: DemoPerson): Promise<DemoAccount | undefined> {
  const { role, email } = person
  const password = deriveDemoPassword(app, person)
  const user = await app.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirst()
  return user && (await verifyPassword(user.password_hash, password)) ? { role, email, password } : undefined
}

/** Derives a password that differs between installations, so that a public demonstration has no well-known password. */
function deriveDemoPassword(app: App, { email }: DemoPerson): string {
  const [key = ''] = email.split('@')
  const suffix = Buffer.from(deriveToken(app, 'demo', key), 'base64url')
    .toString('hex')
    .slice(0, 8)
  return `Kutu-${deriveCode(app, `demo ${key}`)}-${suffix}`
}
