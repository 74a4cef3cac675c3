import type { Language } from '@kutu/contract/common'
import { useSyncExternalStore } from 'react'
import { formatBytes, formatDate, formatDateTime, formatMonth, formatNumber, formatPercent } from './format.ts'
import { activeLanguage, onLanguageChange, say } from './say.ts'

const formats = {
  t: say,
  number: formatNumber,
  percent: formatPercent,
  bytes: formatBytes,
  date: formatDate,
  dateTime: formatDateTime,
  month: formatMonth,
}

/** Sentences and figures in the active language; the component draws again when the language changes. */
export function useText(): typeof formats & { language: Language } {
  const language = useSyncExternalStore(onLanguageChange, activeLanguage, activeLanguage)
  return { ...formats, language }
}
