import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'

/** Returns `missing` for an empty text, and a message for one that is longer than `max`. */
export function checkText(text: string, max: number, missing: string): string | undefined {
  if (text.trim() === '') return missing
  return text.length > max ? t('text.too_long', { max: formatNumber(max) }) : undefined
}
