import type { ApprovalStatus } from '@kutu/contract/accounts/expert-approval'
import type { Language, Role } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { getDisplayEmail, getDisplayName } from '../erasure/former-members.ts'
import type { PasswordOwner } from '../passwords/password-strength.ts'
import { nextAccountNumber } from '../signup/account-numbers.ts'

/** User row joined with the profile of the role, the personal details and the photo, if they exist. */
export type UserRecord = NonNullable<Awaited<ReturnType<typeof findUser>>>

const findUser = (db: Db, id: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('farmer_profiles as f', 'f.user_id', 'u.id')
    .leftJoin('expert_profiles as e', 'e.user_id', 'u.id')
    .leftJoin('personal_details as d', 'd.user_id', 'u.id')
    .leftJoin('user_photos as p', 'p.user_id', 'u.id')
    .select([
      'u.id',
      'u.email',
      'u.username',
      'u.role',
      'u.language',
      'u.time_zone',
      'u.phone_number',
      'u.account_number',
      'u.approval',
      'u.points',
      'u.email_verified_at',
      'u.activated_at',
      'u.deactivated_at',
      'u.created_at',
    ])
    .select(['f.farm_location', 'f.farm_size', 'f.crop_types', 'f.district'])
    .select(['e.areas_of_expertise', 'e.certifications', 'e.bio', 'e.experience_years', 'e.institution'])
    .select(['e.languages_spoken', 'e.social_links'])
    .select(['d.customer_type', 'd.organisation_name', 'd.first_name', 'd.middle_name', 'd.last_name', 'd.gender'])
    .select(['d.physical_address', 'd.completed_at', 'p.jpeg as photo'])
    .where('u.id', '=', id)
    .executeTakeFirst()

export async function getUserRecord(db: Db, id: string): Promise<UserRecord> {
  const user = await findUser(db, id)
  if (!user) throw new Error(`user ${id} is gone`)
  return user
}

/** Returns the id of the user with this username (case-insensitive), or undefined if there is none or it was erased. */
export async function findUserIdByUsername(db: Db, username: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', normalizeUsername(username))
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return user?.id
}

/** Returns display names by user id. */
export async function getUsernames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'username', 'left_at']).where('id', 'in', ids).execute()
  return new Map(rows.map(row => [row.id, getDisplayName(row)]))
}

/** User fields that are needed to send an email. */
export type EmailRecipient = { id: string; email: string; username: string; language: Language }

export const getEmailRecipient = (db: Db, id: string): Promise<EmailRecipient> =>
  db.selectFrom('users').select(['id', 'email', 'username', 'language']).where('id', '=', id).executeTakeFirstOrThrow()

export const getEmailRecipients = async (db: Db, ids: readonly string[]): Promise<EmailRecipient[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('users').select(['id', 'email', 'username', 'language']).where('id', 'in', ids).execute()

/** Returns what a password of this user must not consist of. */
export const getPasswordOwner = (db: Db, id: string): Promise<PasswordOwner> =>
  db.selectFrom('users').select(['username', 'email', 'phone_number']).where('id', '=', id).executeTakeFirstOrThrow()

/** User fields for email and phone. A former member has an empty email address and no phone number. */
export type Contact = EmailRecipient & { phone_number: string | null; time_zone: string | null }

export async function getContacts(db: Db, ids: readonly string[]): Promise<Contact[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'language', 'phone_number', 'time_zone', 'left_at'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ left_at, ...row }) => {
    const { email, username } = row
    return { ...row, email: getDisplayEmail({ email, left_at }), username: getDisplayName({ username, left_at }) }
  })
}

/** Returns all active approved experts, who may moderate the board. */
export const listApprovedExperts = (db: Db): Promise<EmailRecipient[]> =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'language'])
    .where('approval', '=', 'approved')
    .where('activated_at', 'is not', null)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute()

/** Returns the ids of all active administrators. */
export async function listAdminIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('activated_at', 'is not', null)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks users with FOR SHARE, so that none of them can be deactivated before the transaction ends. Waits for a
 * deactivation that is in progress.
 */
export async function lockUsersForShare(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forShare().execute()
}

/** Returns true unless the account is deactivated or about to be erased. */
export async function isOpenAccount(db: Db, id: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('deactivated_at').where('id', '=', id).executeTakeFirst()
  return user !== undefined && user.deactivated_at === null
}

/** Returns the time zone that the user has chosen; null if there is none. */
export async function getChosenTimeZone(db: Db, id: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('time_zone').where('id', '=', id).executeTakeFirst()
  return user?.time_zone ?? null
}

/** Returns when the account was activated, or null if it is not active yet. */
export async function getActivatedAt(db: Db, id: string): Promise<Date | null> {
  const user = await db.selectFrom('users').select('activated_at').where('id', '=', id).executeTakeFirstOrThrow()
  return user.activated_at
}

/** Normalizes a username for comparison: Unicode NFKC and lower case. */
export const normalizeUsername = (username: string): string => username.normalize('NFKC').toLowerCase()

export type NewUser = {
  email: string
  username: string
  passwordHash: string
  role: Role
  language: Language
  phoneNumber: string | null
  approval: ApprovalStatus | null
  /** True for accounts created without a sign-up (command line, demonstration): verified and activated from the start. */
  isActive: boolean
  /** Set for a generated password, which must be changed at the first sign-in. */
  initialPasswordExpiresAt?: Date
}

/** Inserts a user and returns its id. @throws DatabaseError with the violated constraint if email or username is taken */
export async function insertUser(app: App, tx: Tx, user: NewUser): Promise<string> {
  const now = app.clock.now()
  const { id } = await insertInto(tx, 'users', {
    email: user.email,
    username: user.username,
    username_key: normalizeUsername(user.username),
    password_hash: user.passwordHash,
    initial_password_expires_at: user.initialPasswordExpiresAt ?? null,
    role: user.role,
    language: user.language,
    phone_number: user.phoneNumber,
    account_number: await nextAccountNumber(tx),
    approval: user.approval,
    email_verified_at: user.isActive ? now : null,
    activated_at: user.isActive ? now : null,
    deactivated_at: null,
    created_at: now,
  })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
