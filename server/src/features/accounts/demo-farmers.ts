import { randomUUID } from 'node:crypto'
import type { CropType } from '@kutu/contract/common'
import { getDistrict } from '@kutu/places/districts'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { demoPeople, insertDemoPerson } from './demo-accounts.ts'
import { type DemoGrowers, demoGrowers } from './demo-growers.ts'
import { hashPassword } from './passwords/password-hashing.ts'

type DemoFarmer = { username: string; location: string; size: number; crops: CropType[] }

const farmers: readonly DemoFarmer[] = [
  { username: 'Wanjiru', location: 'Nyeri', size: 1.5, crops: ['MAIZE', 'BEANS'] },
  { username: 'Otieno', location: 'Kisumu', size: 3, crops: ['MAIZE', 'RICE'] },
  { username: 'Namutebi', location: 'Mukono', size: 2, crops: ['BEANS', 'MAIZE'] },
  { username: 'Kiprono', location: 'Narok', size: 12, crops: ['WHEAT', 'MAIZE'] },
  { username: 'Byaruhanga', location: 'Mbarara', size: 4, crops: ['BEANS'] },
  { username: 'Achola', location: 'Lira', size: 2.5, crops: ['MAIZE', 'BEANS'] },
  { username: 'Mutua', location: 'Machakos', size: 5, crops: ['MAIZE', 'BEANS'] },
  { username: 'Nabirye', location: 'Iganga', size: 1, crops: ['RICE', 'MAIZE'] },
  { username: 'Chepkoech', location: 'Eldoret', size: 8, crops: ['WHEAT', 'MAIZE'] },
  { username: 'Tumusiime', location: 'Kabale', size: 2, crops: ['BEANS', 'WHEAT'] },
  { username: 'Mwangi', location: 'Mwea', size: 3.5, crops: ['RICE'] },
]

/**
 * Adds the farmers of the demonstration's history. Returns false, and adds nobody, unless the database has only the
 * demonstration accounts. Of servers that start at the same time, only one gets true.
 */
export async function addDemoFarmers(app: App): Promise<boolean> {
  return withTransaction(app, async tx => {
    await sql`lock table users in share row exclusive mode`.execute(tx)
    const users = await tx.selectFrom('users').select('email').execute()
    const known = new Set(demoPeople.map(({ email }) => email))
    if (users.length !== known.size || users.some(({ email }) => !known.has(email))) return false
    for (const { username, location, size, crops } of farmers)
      await insertDemoPerson(app, tx, {
        role: 'farmer',
        username,
        email: `${username.toLowerCase()}@kutu.example`,
        phoneNumber: null,
        farm: { location, size, crops },
      })
    await insertGrowers(app, tx)
    return true
  })
}

/** Inserts the growers with one random password, which nobody knows: hashing one for each takes seconds. */
async function insertGrowers(app: App, tx: Tx): Promise<void> {
  // Before the first of their photos: reports of new accounts are not counted.
  const signUpTime = new Date(app.clock.now().getTime() - 400 * 86_400_000)
  const past = { ...app, clock: { now: () => signUpTime } }
  const passwordHash = await hashPassword(app, randomUUID())
  for (const { district, crop, usernames } of demoGrowers)
    for (const [index, username] of usernames.entries()) {
      const location = getDistrict(district)?.name ?? ''
      const farm = { location, size: 1 + (index % 4), crops: [crop] }
      const person = { role: 'farmer', username, email: toGrowerEmail(username), phoneNumber: null, farm } as const
      await insertDemoPerson(past, tx, person, passwordHash)
    }
}

/** An address that differs from those of the other demonstration accounts, which sign in. */
const toGrowerEmail = (username: string): string => `${username.toLowerCase().replace(' ', '')}@growers.kutu.example`

/** Returns the growers of a district as callers. */
export const listDemoGrowers = (app: App, { usernames }: DemoGrowers): Promise<Caller[]> =>
  listCallers(app, sql`email = any(${usernames.map(toGrowerEmail)}::text[])`)

/** Returns the users that match as callers, in the order of creation. */
async function listCallers(app: App, condition: RawBuilder<boolean>): Promise<Caller[]> {
  const rows = await app.db
    .selectFrom('users')
    .select(['id', 'role', 'username'])
    .where(condition)
    .orderBy('account_number')
    .execute()
  const passwordConfirmedAt = app.clock.now()
  return rows.map(row => ({
    ...row,
    isApproved: true,
    requiredStep: null,
    sessionId: randomUUID(),
    passwordConfirmedAt,
  }))
}

export type DemoCallers = { farmers: Caller[]; experts: Caller[]; admin: Caller }

/** Returns the demonstration accounts as callers, each list in the order of creation. */
export async function listDemoCallers(app: App): Promise<DemoCallers> {
  const callers = await listCallers(app, sql`email like '%@kutu.example'`)
  const admin = callers.find(({ role }) => role === 'admin')
  if (!admin) throw new Error('the demonstration has no admin')
  return {
    farmers: callers.filter(({ role }) => role === 'farmer'),
    experts: callers.filter(({ role }) => role === 'expert'),
    admin,
  }
}
