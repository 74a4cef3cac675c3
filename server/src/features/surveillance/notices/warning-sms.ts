import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { createSmsGateway } from '../../../platform/sms/gateway.ts'
import { countSeptets, maxSeptets, toGsm7, truncateToSeptets } from '../../../platform/sms/gsm7.ts'
import { isChannelEnabled } from '../../notifications/settings/notification-choices.ts'
import { loadWarning, type WarningRow } from '../warnings/warnings.ts'
import { describeWarning } from './warn-farmers.ts'

/**
 * Job: sends the SMS about a warning, once. The mark commits after the request; a failed attempt leaves none, so it is
 * repeated, and of two workers the second waits for the first.
 */
export async function sendWarningSms(app: App, job: { warning: string; farmer: string }): Promise<void> {
  await withTransaction(app, async tx => {
    const notice = tx
      .updateTable('warning_notices')
      .where('warning_id', '=', job.warning)
      .where('farmer_id', '=', job.farmer)
    const claimed = await notice
      .set({ sms_at: app.clock.now() })
      .where('sms_at', 'is', null)
      .returning('farmer_id')
      .executeTakeFirst()
    if (!claimed || !(await isChannelEnabled(tx, job.farmer, 'disease_warning', 'text'))) return
    const farmer = await tx
      .selectFrom('users')
      .select(['phone_number', 'language'])
      .where('id', '=', job.farmer)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst()
    if (!farmer?.phone_number) return
    const warning = await loadWarning(tx, job.warning)
    const text = buildWarningSms(farmer.language, warning, app.config.publicUrl)
    const id = `${job.warning}/${job.farmer}`
    const outcome = await createSmsGateway(app)({ id, to: farmer.phone_number, text })
    if (outcome === 'sent') return
    app.log[outcome.isAccountError ? 'error' : 'warn']({ id, refused: outcome.rejection }, 'SMS rejected')
    await notice.set({ sms_refused: outcome.rejection }).execute()
  })
}

/** Returns a message of at most 160 GSM-7 septets. The name of the disease is shortened if necessary. */
export function buildWarningSms(language: Language, warning: WarningRow, publicUrl: string): string {
  const link = `${publicUrl}/account/warnings`
  const values = { ...describeWarning(warning), link }
  const message = toGsm7(t(language, 'sms.disease_warning', values))
  const excess = countSeptets(message) - maxSeptets
  if (excess <= 0) return message
  const disease = toGsm7(findDiseaseCard(warning.crop, warning.disease)?.title[language] ?? '')
  const shortened = truncateToSeptets(Math.max(1, countSeptets(disease) - excess), disease)
  return toGsm7(t(language, 'sms.disease_warning', { ...values, disease: shortened }))
}
