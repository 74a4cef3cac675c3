import type { accounts } from '@kutu/contract/accounts'
import type { Language } from '@kutu/contract/common'
import type { z } from 'zod'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { conflictOf } from '../db/conflicts.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { fieldMistake, Refusal, refuse } from '../http/errors.ts'
import { say } from '../text/say.ts'
import { isFormerAddress, isFormerName } from './former-members.ts'
import { sendCode } from './one-time-codes.ts'
import { hashPassword, weakness } from './passwords.ts'
import { phoneNumberIn } from './phone-numbers.ts'
import { limits } from './policy.ts'
import { presentExpertProfile, presentFarmerProfile, presentUser } from './present-user.ts'
import { addUser, requireUserRecord, usernameKey } from './users.ts'

type FarmerSignUp = z.output<typeof accounts.registerFarmer.body>
type ExpertSignUp = z.output<typeof accounts.registerExpert.body>
type SignUp = { email: string; username: string; password: string; phone_number: string; confirm_password?: string }

export async function registerFarmer(app: App, signUp: FarmerSignUp, language: Language) {
  const { farm_location, farm_size, crop_types } = signUp
  const profile = { farm_location, farm_size, crop_types }
  const { user, token } = await register(app, signUp, 'farmer', language, (tx, user_id) =>
    tx
      .insertInto('farmer_profiles')
      .values({ user_id, ...profile })
      .execute(),
  )
  return { user, profile: presentFarmerProfile(profile), token, message: say(language, 'accounts.registered') }
}

export async function registerExpert(app: App, signUp: ExpertSignUp, language: Language) {
  const { areas_of_expertise, certifications, experience_years, languages_spoken, social_links } = signUp
  const { bio = '', institution = '' } = signUp
  const lists = { areas_of_expertise, certifications, languages_spoken, social_links }
  const profile = { ...lists, bio, experience_years, institution }
  const searched = [signUp.username, signUp.email, institution, ...areas_of_expertise]
  const search_text = searched.join(' ').toLowerCase()
  const { user, token } = await register(app, signUp, 'expert', language, (tx, user_id) =>
    tx
      .insertInto('expert_profiles')
      .values({ user_id, ...profile, search_text })
      .execute(),
  )
  return { user, profile: presentExpertProfile(profile), token, message: say(language, 'accounts.registered') }
}

async function register(
  app: App,
  signUp: SignUp,
  role: 'farmer' | 'expert',
  language: Language,
  saveProfile: (tx: Tx, userId: string) => Promise<unknown>,
) {
  const phoneNumber = checked(signUp)
  await refuseTaken(app, signUp)
  const passwordHash = await hashPassword(signUp.password)
  try {
    return await write(app, async tx => {
      await clearUnproved(app, tx, signUp)
      const { email, username } = signUp
      const approval = role === 'expert' ? (app.config.expertApproval === 'auto' ? 'approved' : 'waiting') : null
      const isActive = false
      const id = await addUser(app, tx, {
        email,
        username,
        passwordHash,
        role,
        language,
        phoneNumber,
        approval,
        isActive,
      })
      await saveProfile(tx, id)
      const token = await sendCode(app, tx, id, { isResend: false })
      const record = await requireUserRecord(tx, id)
      const after = { role, username, approval, account_number: record.account_number }
      await audit(app, tx, { actor: null, action: 'user.registered', subject: { type: 'user', id }, after })
      return { user: presentUser(record, language), token }
    })
  } catch (error) {
    throw conflictOf(error) ?? error
  }
}

/** Every mistake the shape could not show, at once. Answers the phone number in E.164. */
function checked({ password, confirm_password, phone_number }: SignUp): string {
  const fields: Refusal['fields'] = []
  const weak = weakness(password)
  if (weak) fields.push({ field: 'password', key: 'field.password', values: weak })
  if (confirm_password !== undefined && confirm_password !== password)
    fields.push({ field: 'confirm_password', key: 'field.mismatch' })
  const phoneNumber = phoneNumberIn(phone_number)
  if (phoneNumber === undefined) fields.push({ field: 'phone_number', key: 'field.phone' })
  if (phoneNumber === undefined || fields.length > 0) throw new Refusal('validation_failed', { fields })
  return phoneNumber
}

const unprovedBefore = (app: App) => new Date(app.clock.now().getTime() - limits.unprovedLife)

/**
 * Spares the work of hashing for what the unique indexes would refuse anyway; they still have the last word. What stands in place
 * of a former member's is nobody's to take.
 */
async function refuseTaken(app: App, { email, username }: SignUp): Promise<void> {
  if (isFormerAddress(email)) throw fieldMistake('email', 'field.email')
  if (isFormerName(usernameKey(username))) throw refuse('username_taken')
  const holders = await app.db
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'created_at'])
    .where(({ eb, or }) => or([eb('email', '=', email), eb('username_key', '=', usernameKey(username))]))
    .execute()
  const standing = holders.filter(held => held.email_verified_at !== null || held.created_at >= unprovedBefore(app))
  if (standing.some(held => held.email === email)) throw refuse('email_taken')
  if (standing.length > 0) throw refuse('username_taken')
}

/** A sign-up whose address nobody proved within a day holds neither its e-mail nor its username any longer. */
async function clearUnproved(app: App, tx: Tx, { email, username }: SignUp): Promise<void> {
  const cleared = await tx
    .deleteFrom('users')
    .where(({ eb, or }) => or([eb('email', '=', email), eb('username_key', '=', usernameKey(username))]))
    .where('email_verified_at', 'is', null)
    .where('created_at', '<', unprovedBefore(app))
    .returning(['id', 'username', 'role'])
    .execute()
  for (const { id, ...before } of cleared)
    await audit(app, tx, { actor: null, action: 'user.replaced', subject: { type: 'user', id }, before })
}
