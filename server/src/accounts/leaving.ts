import type { Language } from '@kutu/contract/common'
import type { Kysely } from 'kysely'
import { closeWithConsultations, countToEnd, type Ended } from '../consultations/closed-accounts.ts'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { tellingConflicts } from '../db/conflicts.ts'
import type { Database, Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { sendLetter } from '../mail/letters.ts'
import { notify } from '../notifications/notify.ts'
import { say } from '../text/say.ts'
import { moment } from '../text/times.ts'
import { isPassword, isStillPassword } from './passwords.ts'
import { limits } from './policy.ts'
import { endSessions } from './sessions.ts'
import { receiverOf } from './users.ts'

const day = 24 * 3600_000

/** What would end at once, so that it can be said before anybody asks. */
export async function showLeaving(app: App, caller: Caller): Promise<{ days: number; ends: Ended }> {
  return { days: limits.leavingTakes / day, ends: await countToEnd(app, caller.id) }
}

type ProvedLeaver = { id: string; password_hash: string; time_zone: string | null }

/**
 * Compares the password. Comes before the transaction that closes the account, so that a wrong one is noted whether or not it
 * came with a retry key, whose transaction ends without a trace.
 * @throws Refusal wrong_password
 */
export async function proveLeaver(app: App, { id }: Caller, password: string): Promise<ProvedLeaver> {
  const { password_hash, time_zone } = await app.db
    .selectFrom('users')
    .select(['password_hash', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!(await isPassword(password_hash, password))) {
    await write(app, tx => audit(app, tx, { actor: id, action: 'user.leaving_refused', subject: { type: 'user', id } }))
    throw wrongPassword()
  }
  return { id, password_hash, time_zone }
}

/**
 * Asks for the own account to be deleted.
 * @throws Refusal wrong_password, last_admin, already_decided
 */
export async function askToLeave(app: App, { time_zone, ...user }: ProvedLeaver, language: Language) {
  const leaves_at = await tellingConflicts(write(app, tx => leave(app, tx, user)))
  const when = moment(leaves_at, time_zone ?? app.config.timeZone, app.clock.now())
  return { leaves_at: leaves_at.toISOString(), message: say(language, 'accounts.leaving', { when }) }
}

const wrongPassword = () => refuse('wrong_password', { fields: [{ field: 'password', key: 'error.wrong_password' }] })

/** Signed out everywhere, bookings and slots ended, and forgotten after the waiting time. */
async function leave(app: App, tx: Tx, { id, password_hash }: { id: string; password_hash: string }): Promise<Date> {
  const now = app.clock.now()
  const leaves_at = new Date(now.getTime() + limits.leavingTakes)
  const ended: Ended = await closeWithConsultations(app, tx, { user: id, actor: id }, async () => {
    if (!(await isStillPassword(tx, { id, password_hash }))) throw wrongPassword()
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ deactivated_at: now, leaves_at, returns_by_sign_in: true })
      .where('id', '=', id)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse('already_decided')
  })
  await endSessions(app, tx, id)
  const after = { leaves_at: leaves_at.toISOString(), ...ended }
  await audit(app, tx, { actor: id, action: 'user.leaving', subject: { type: 'user', id }, after })
  const { time_zone } = await tx.selectFrom('users').select('time_zone').where('id', '=', id).executeTakeFirstOrThrow()
  const { email, username, language } = await receiverOf(tx, id)
  const values = {
    username,
    when: moment(leaves_at, time_zone ?? app.config.timeZone, now),
    link: new URL('/auth', app.config.publicUrl).href,
  }
  await sendLetter(tx, { to: email, language, letter: 'account_leaving', values })
  return leaves_at
}

/** Opens the account again of whoever was leaving and signs in, and says so; false for everybody else. */
export async function stay(app: App, tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ deactivated_at: null, leaves_at: null, returns_by_sign_in: false })
    .where('id', '=', id)
    .where('returns_by_sign_in', '=', true)
    .where('leaves_at', '>', app.clock.now())
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await audit(app, tx, { actor: id, action: 'user.stayed', subject: { type: 'user', id } })
  await notify(app, tx, [{ to: id, type: 'account_kept', details: {}, subject: null, cause: id }])
  const { email, username, language } = await receiverOf(tx, id)
  const link = new URL('/auth/forgot-password', app.config.publicUrl).href
  await sendLetter(tx, { to: email, language, letter: 'account_kept', values: { username, link } })
  return true
}

/**
 * The accounts of those who have not left. Whose waiting time is over has, though it takes some minutes until the job comes
 * by to forget them: whoever asks for such an account is told what is told of one that never was.
 */
export const accountsStillThere = (db: Kysely<Database>, now: Date) =>
  db
    .selectFrom('users')
    .where('left_at', 'is', null)
    .where(({ eb, or }) => or([eb('leaves_at', 'is', null), eb('leaves_at', '>', now)]))

/** Who signs in may come back: asked to leave, and not yet forgotten nor kept out by an admin. */
export const mayReturn = (
  { returns_by_sign_in, leaves_at }: { returns_by_sign_in: boolean; leaves_at: Date | null },
  now: Date,
): boolean => returns_by_sign_in && leaves_at !== null && leaves_at > now

/** Those whose waiting time is over. */
export async function dueToForget(app: App): Promise<string[]> {
  const due = app.db.selectFrom('users').select('id').where('leaves_at', '<=', app.clock.now()).orderBy('leaves_at')
  return (await due.execute()).map(({ id }) => id)
}

/** One of them, held until the transaction ends; undefined where another process has them or was faster. */
export function holdToForget(app: App, tx: Tx, id: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('id', '=', id)
    .where('leaves_at', '<=', app.clock.now())
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}
