import type { accounts } from '@kutu/contract/accounts/accounts'
import type { Language } from '@kutu/contract/common'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { audit, eraseFromAuditLog } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { isPlaceholderEmail } from '../../../platform/email/placeholder-email.ts'
import { ApiError, apiError } from '../../../platform/http/api-error.ts'
import type { MessageKey } from '../../../platform/i18n/translate.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { logEmail } from '../../../platform/observability/security-events.ts'
import { isPlaceholderUsername } from '../erasure/former-members.ts'
import { buildSearchText } from '../experts/search-text.ts'
import { checkPasswordStrength } from '../passwords/password-strength.ts'
import { limits } from '../policy.ts'
import { requireKnownDistrict } from '../profile/farm-district.ts'
import { presentExpertProfile, presentFarmerProfile, presentUser } from '../profile/present-user.ts'
import { getUserRecord, insertUser, normalizeUsername } from '../users/users.ts'
import { issueVerificationCode } from './one-time-codes.ts'
import { parsePhoneNumber } from './phone-numbers.ts'

type Hashed = { passwordHash: string }
type FarmerSignUp = z.output<typeof accounts.registerFarmer.body> & Hashed
type ExpertSignUp = z.output<typeof accounts.registerExpert.body> & Hashed
type SignUp = Hashed & {
  email: string
  username: string
  password: string
  phone_number: string
  confirm_password?: string
}

/** Registers a farmer and sends the verification code. @throws validation_failed, email_taken, username_taken */
export async function registerFarmer(db: Db, app: App, signUp: FarmerSignUp, language: Language) {
  const { farm_location, farm_size, crop_types, district = null } = signUp
  requireKnownDistrict(district)
  const profile = { farm_location, farm_size, crop_types, district }
  const { user, token } = await register(db, app, signUp, 'farmer', language, (tx, user_id) =>
    insertInto(tx, 'farmer_profiles', { user_id, ...profile }).execute(),
  )
  return { user, profile: presentFarmerProfile(profile), token, message: t(language, 'accounts.registered') }
}

/** Registers an expert and sends the verification code. @throws validation_failed, email_taken, username_taken */
export async function registerExpert(db: Db, app: App, signUp: ExpertSignUp, language: Language) {
  const { areas_of_expertise, certifications, experience_years, languages_spoken, social_links } = signUp
  const { bio = '', institution = '' } = signUp
  const listFields = { areas_of_expertise, certifications, languages_spoken, social_links }
  const profile = { ...listFields, bio, experience_years, institution }
  const search_text = buildSearchText({ ...signUp, institution })
  const { user, token } = await register(db, app, signUp, 'expert', language, (tx, user_id) =>
    insertInto(tx, 'expert_profiles', {
      user_id,
      ...profile,
      search_text,
      changed_since_approval: null,
      approved_at: null,
    }).execute(),
  )
  return { user, profile: presentExpertProfile(profile), token, message: t(language, 'accounts.registered') }
}

async function register(
  db: Db,
  app: App,
  signUp: SignUp,
  role: 'farmer' | 'expert',
  language: Language,
  saveProfile: (tx: Tx, userId: string) => Promise<unknown>,
) {
  logEmail(app, signUp.email)
  const phoneNumber = await validateSignUp(db, app, signUp)
  const transaction = withTransaction(db, async tx => {
    await deleteUnverifiedUsers(app, tx, signUp)
    const approval = role === 'expert' ? (app.config.expertApproval === 'auto' ? 'approved' : 'waiting') : null
    const id = await insertUser(app, tx, { ...signUp, role, language, phoneNumber, approval, isActive: false })
    await saveProfile(tx, id)
    const token = await issueVerificationCode(app, tx, id, { isResend: false })
    const record = await getUserRecord(tx, id)
    const after = { role, username: signUp.username, approval, account_number: record.account_number }
    await audit(app, tx, { actor: null, action: 'user.registered', subject: { type: 'user', id }, after })
    return { user: presentUser(record, language), token }
  })
  return mapConstraintErrors(transaction)
}

type InvalidField = ApiError['fields'][number]

/**
 * Checks everything that the request schema cannot express, so that one reply names all mistakes, and returns the phone
 * number in E.164, or null if it is empty. The unique indexes stay the authority on taken names.
 * @throws validation_failed; email_taken or username_taken if nothing else is wrong
 */
async function validateSignUp(db: Db, app: App, signUp: SignUp): Promise<string | null> {
  const { email, username, password, confirm_password, phone_number } = signUp
  const fields: InvalidField[] = []
  const phoneNumber = phone_number === '' ? null : parsePhoneNumber(phone_number)
  const usernameProblem = checkUsername(username)
  if (usernameProblem !== undefined) fields.push({ field: 'username', key: usernameProblem })
  const weakness = await checkPasswordStrength(password, { email, username, phone_number: phoneNumber ?? null })
  if (weakness) fields.push({ field: 'password', key: 'field.password', values: weakness })
  if (confirm_password !== undefined && confirm_password !== password)
    fields.push({ field: 'confirm_password', key: 'field.mismatch' })
  if (phoneNumber === undefined) fields.push({ field: 'phone_number', key: 'field.phone' })
  if (isPlaceholderEmail(email)) fields.push({ field: 'email', key: 'field.email' })
  const takenFields = await findTakenFields(db, app, signUp)
  if (phoneNumber === undefined || fields.length > 0)
    throw new ApiError('validation_failed', { fields: [...fields, ...takenFields] })
  const [taken] = takenFields
  if (taken) throw apiError(taken.field === 'email' ? 'email_taken' : 'username_taken', { fields: takenFields })
  return phoneNumber
}

const getUnverifiedCutoff = (app: App) => new Date(app.clock.now().getTime() - limits.unverifiedLifetime)

/**
 * Returns the email address and the username that other accounts have, the email address first. The placeholders of
 * erased accounts count as taken.
 */
async function findTakenFields(db: Db, app: App, { email, username }: SignUp): Promise<InvalidField[]> {
  const usernameKey = normalizeUsername(username)
  const existingUsers = await db
    .selectFrom('users')
    .select(['email', 'username_key', 'email_verified_at', 'created_at'])
    .where(({ eb, or }) => or([eb('email', '=', email), eb('username_key', '=', usernameKey)]))
    .execute()
  const blockingUsers = existingUsers.filter(
    existing => existing.email_verified_at !== null || existing.created_at >= getUnverifiedCutoff(app),
  )
  const isUsernameTaken =
    isPlaceholderUsername(usernameKey) || blockingUsers.some(existing => existing.username_key === usernameKey)
  return [
    ...(blockingUsers.some(existing => existing.email === email)
      ? [{ field: 'email', key: 'error.email_taken' as const }]
      : []),
    ...(isUsernameTaken ? [{ field: 'username', key: 'error.username_taken' as const }] : []),
  ]
}

/**
 * Returns true if an account has the email address, a recent sign-up reserves it, or its former user may still take it
 * back (trigger users_email_is_not_reserved). `userId` is the user who wants it.
 */
export async function isEmailTaken(app: App, email: string, userId: string): Promise<boolean> {
  const user = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where(({ eb, or }) =>
      or([eb('email_verified_at', 'is not', null), eb('created_at', '>=', getUnverifiedCutoff(app))]),
    )
    .executeTakeFirst()
  if (user) return true
  const reservation = await app.db
    .selectFrom('email_changes')
    .select('id')
    .where('old_email', '=', email)
    .where('user_id', '!=', userId)
    .where('confirmed_at', 'is not', null)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return reservation !== undefined
}

/** Deletes unverified sign-ups older than a day that still hold this email address or username. */
export async function deleteUnverifiedUsers(
  app: App,
  tx: Tx,
  { email, username }: { email: string; username?: string },
): Promise<void> {
  const deletedUsers = await tx
    .deleteFrom('users')
    .where(({ eb, or }) =>
      or([
        eb('email', '=', email),
        ...(username === undefined ? [] : [eb('username_key', '=', normalizeUsername(username))]),
      ]),
    )
    .where('email_verified_at', 'is', null)
    .where('created_at', '<', getUnverifiedCutoff(app))
    .returning(['id', 'role'])
    .execute()
  for (const { id, role } of deletedUsers) {
    await eraseFromAuditLog(tx, id)
    await audit(app, tx, { actor: null, action: 'user.replaced', subject: { type: 'user', id }, before: { role } })
  }
}

/** Names under which somebody could pose as the operator. */
const reservedNames: ReadonlySet<string> = new Set([
  ...['kutu', 'admin', 'administrator', 'moderator', 'support', 'security', 'official', 'staff', 'system', 'root'],
  ...['helpdesk', 'postmaster', 'webmaster', 'noreply'],
])

/** Scripts of which one name may use only one (Unicode UTS #39, "Single Script"). */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu', 'Arabic', 'Ethiopic', 'Hebrew']
const scriptPatterns = scripts.map(script => new RegExp(`\\p{Script=${script}}`, 'u'))

/** Cyrillic and Greek letters that look like Latin ones (Unicode UTS #39, confusables.txt), in lower case. */
const lookAlikes: ReadonlySet<string> = new Set('аеорсухіјѕһԁԛԝвкмнтгёαεικνορτυχβ')

/** Digits that people read as letters. */
const digitLookAlikes: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Top-level domains of links that people send each other here, and of most spam. */
const webAddress =
  /(?:^|[^\p{L}\p{N}])www\.|[\p{L}\p{N}]\.(?:com|org|net|info|biz|io|co|me|app|dev|xyz|site|online|shop|top|club|click|link|live|africa|ug|ke|tz|rw|bi|et|ss|cd|eu|uk|us|ru|cn)(?![\p{L}\p{N}])/iu
const emailAddress = /@[^@\s]+\.[^@\s.]{2,}$/u

/** Returns the message for a username that could deceive others, or undefined if it is allowed. */
function checkUsername(username: string): MessageKey | undefined {
  const normalized = username.normalize('NFKC').toLowerCase()
  if (webAddress.test(normalized) || emailAddress.test(normalized)) return 'field.username_address'
  if (hasMixedScripts(normalized) || isLookAlike(normalized)) return 'field.username_letters'
  return isReserved(normalized) ? 'field.username_reserved' : undefined
}

const hasMixedScripts = (name: string) => scriptPatterns.filter(pattern => pattern.test(name)).length > 1

/** Returns true if all letters are foreign ones that look like Latin letters. */
const isLookAlike = (name: string) => {
  const letters = name.match(/\p{L}/gu) ?? []
  return letters.length > 0 && letters.every(letter => lookAlikes.has(letter))
}

/** Ignores digits, punctuation and accents around and inside a name: `Kutu_1`, `K.u.t.u`, `Kütü` and `adm1n` are reserved. */
function isReserved(name: string): boolean {
  const withoutMarks = name.normalize('NFD').replace(/\p{M}/gu, '')
  const withoutDigits = withoutMarks.replace(/\p{N}+$/u, '').replace(/[013457]/g, digit => digitLookAlikes[digit] ?? '')
  const letters = withoutDigits.replace(/[^\p{L}]/gu, '')
  const words = withoutDigits.split(/[^\p{L}]+/u)
  return reservedNames.has(letters) || words.includes('kutu')
}
