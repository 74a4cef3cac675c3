import { randomUUID } from 'node:crypto'
import type { CropType } from '@kutu/contract/common'
import { getDistrict } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { demoPeople, insertDemoFarmer } from './demo-accounts.ts'
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
      await insertDemoFarmer(app, tx, {
        key: username.toLowerCase(),
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
      const person = {
        key: username,
        role: 'farmer',
        username,
        email: toGrowerEmail(username),
        phoneNumber: null,
      } as const
      const location = getDistrict(district)?.name ?? ''
      await insertDemoFarmer(
        past,
        tx,
        { ...person, farm: { location, size: 1 + (index % 4), crops: [crop] } },
        passwordHash,
      )
    }
}

/** An address that differs from those of the other demonstration accounts, which sign in. */
const toGrowerEmail = (username: string): string => `${username.toLowerCase().replace(' ', '')}@growers.kutu.example`

/** Returns the growers of a district as callers. */
export async function listDemoGrowers(app: App, { usernames }: DemoGrowers): Promise<Caller[]> {
  const rows = await app.db
    .selectFrom('users')
    .select(['id', 'role', 'username'])
    .where('email', 'in', usernames.map(toGrowerEmail))
    .orderBy('account_number')
    .execute()
  return rows.map(row => toCaller(app, row))
}

const toCaller = (app: App, { id, role, username }: Pick<Caller, 'id' | 'role' | 'username'>): Caller => ({
  ...{ id, role, username },
  isApproved: true,
  requiredStep: null,
  sessionId: randomUUID(),
  passwordConfirmedAt: app.clock.now(),
})

export type DemoCallers = { farmers: Caller[]; experts: Caller[]; admin: Caller }

/** Returns the demonstration accounts as callers, each list in the order of creation. */
export async function listDemoCallers(app: App): Promise<DemoCallers> {
  const rows = await app.db
    .selectFrom('users')
    .select(['id', 'role', 'username'])
    .where('email', 'like', '%@kutu.example')
    .orderBy('account_number')
    .execute()
  const callers = rows.map(row => toCaller(app, row))
  const admin = callers.find(({ role }) => role === 'admin')
  if (!admin) throw new Error('the demonstration has no admin')
  return {
    farmers: callers.filter(({ role }) => role === 'farmer'),
    experts: callers.filter(({ role }) => role === 'expert'),
    admin,
  }
}
