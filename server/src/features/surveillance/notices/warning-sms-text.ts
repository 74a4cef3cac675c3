import type { Language } from '@kutu/contract/common'
import { t } from '../../../platform/i18n/translate.ts'
import { countParts, toGsm7 } from '../../../platform/sms/gsm7.ts'
import { describeRise, type WarningRow } from '../warnings/warnings.ts'
import { describeWarning } from './warn-farmers.ts'

/**
 * Returns the SMS about a warning, in GSM 7-bit characters: the disease and the district, until when it holds, the three steps of
 * the disease card in short form, what to look for, and the link that stops these messages.
 */
export function buildWarningSms(
  language: Language,
  warning: Parameters<typeof describeRise>[0] & Pick<WarningRow, 'valid_until'>,
  link: string,
): string {
  const { card } = describeRise(warning).disease
  return toGsm7(
    t(language, 'sms.disease_warning', {
      ...describeWarning(warning),
      disease: { short: 'title', of: card },
      signs: { short: 'signs', of: card },
      link,
    }),
  )
}

/**
 * Returns the SMS that a warning no longer holds, in one part. The link that stops these messages is left out where it would need
 * a second one: the farmer has it from the SMS of the warning.
 */
export function buildWithdrawalSms(
  language: Language,
  warning: Parameters<typeof describeRise>[0],
  link: string,
): string {
  const rise = describeRise(warning)
  const details = { ...rise, disease: { short: 'title' as const, of: rise.disease.card } }
  const text = toGsm7(t(language, 'sms.warning_withdrawn', details))
  const withLink = `${text}\n${toGsm7(t(language, 'sms.stop', { link }))}`
  return countParts(withLink) === 1 ? withLink : text
}
