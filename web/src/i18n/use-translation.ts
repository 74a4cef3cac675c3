import type { Language } from '@kutu/contract/common'
import { useSyncExternalStore } from 'react'
import {
  formatBytes,
  formatCount,
  formatDate,
  formatDateTime,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  formatShortDate,
  formatTime,
} from './format.ts'
import { getLocale, onLocaleChange, t } from './i18n.ts'

const formats = {
  t,
  number: formatNumber,
  listCount: formatCount,
  percent: formatPercent,
  money: formatMoney,
  bytes: formatBytes,
  date: formatDate,
  shortDate: formatShortDate,
  dateTime: formatDateTime,
  time: formatTime,
  month: formatMonth,
}

/** Returns `t` and the formatters for the active language. The component renders again when the language changes. */
export function useTranslation(): typeof formats & { language: Language } {
  const language = useSyncExternalStore(onLocaleChange, getLocale, getLocale)
  return { ...formats, language }
}
