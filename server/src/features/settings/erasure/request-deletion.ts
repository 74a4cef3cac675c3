import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { toZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { deletionGracePeriod, scheduleErasure } from '../../accounts/erasure/account-deletion.ts'
import { revokeSessions } from '../../accounts/sessions/sessions.ts'
import { getEmailRecipient } from '../../accounts/users/users.ts'
import {
  closeAccountWithConsultations,
  countOpenConsultations,
  type EndedConsultations,
} from '../../consultations/account-closure.ts'

const day = 24 * 3600_000

/** Returns the grace period in days and what a deletion request would end immediately. */
export async function previewDeletion(app: App, caller: Caller): Promise<{ days: number; ends: EndedConsultations }> {
  return { days: deletionGracePeriod / day, ends: await countOpenConsultations(app, caller.id) }
}

/** A user whose password was verified. */
type VerifiedUser = { id: string; password_hash: string; time_zone: string | null }

/**
 * Requests the deletion of the caller's account: signs it out everywhere, ends its bookings and slots, and schedules its
 * erasure at the end of the grace period.
 * @throws wrong_password, last_admin, already_decided
 */
export async function requestDeletion(db: Db, app: App, user: VerifiedUser, language: Language) {
  const now = app.clock.now()
  const leavesAt = new Date(now.getTime() + deletionGracePeriod)
  const when = toZonedDateTime(leavesAt, user.time_zone ?? app.config.timeZone, now)
  await mapConstraintErrors(withTransaction(db, tx => closeAccount(app, tx, user, { leavesAt, when })))
  return { leaves_at: leavesAt.toISOString(), message: t(language, 'accounts.leaving', { when }) }
}

async function closeAccount(
  app: App,
  tx: Tx,
  user: VerifiedUser,
  { leavesAt, when }: { leavesAt: Date; when: ReturnType<typeof toZonedDateTime> },
): Promise<void> {
  const { id } = user
  const endedConsultations = await closeAccountWithConsultations(app, tx, { userId: id, actor: id }, () =>
    scheduleErasure(app, tx, user, leavesAt),
  )
  await revokeSessions(app, tx, id)
  const after = { leaves_at: leavesAt.toISOString(), ...endedConsultations }
  await audit(app, tx, { actor: id, action: 'user.leaving', subject: { type: 'user', id }, after })
  const { email, username, language } = await getEmailRecipient(tx, id)
  const values = { username, when, link: new URL('/auth', app.config.appUrl).href }
  await enqueueEmail(tx, { to: email, language, template: 'account_leaving', values })
}
