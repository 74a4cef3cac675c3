import { getTimeZoneName } from '@kutu/time/zone-name'
import { getServerTime } from '../api/session/server-clock.ts'
import { getStoredUser } from '../api/session/session.ts'
import { getLocale } from './i18n.ts'
import { intlDateLocales, intlLocales } from './locales.ts'
import { formatDateParts } from './luganda-dates.ts'

/** The time zone that the reader chose, else East Africa Time, whatever the browser's zone is. */
const getTimeZone = (): string => getStoredUser()?.time_zone ?? 'Africa/Nairobi'

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function getNumberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${getLocale()} n ${JSON.stringify(options)}`
  const cached = formatters.get(key)
  if (cached instanceof Intl.NumberFormat) return cached
  const format = new Intl.NumberFormat(intlLocales[getLocale()], options)
  formatters.set(key, format)
  return format
}

function getDateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = getTimeZone()
  const key = `${getLocale()} ${timeZone} ${JSON.stringify(options)}`
  const cached = formatters.get(key)
  if (cached instanceof Intl.DateTimeFormat) return cached
  const format = new Intl.DateTimeFormat(intlDateLocales[getLocale()], { timeZone, ...options })
  formatters.set(key, format)
  return format
}

const formatWith = (value: Date | string, options: Intl.DateTimeFormatOptions): string =>
  formatDateParts(getDateFormat(options), new Date(value))
    .map(part => part.value)
    .join('')

export const formatNumber = (value: number): string => getNumberFormat({}).format(value)

/** Formats the length of a list: 42, or 10,000+ if the server stopped counting. */
export const formatCount = (count: number, isCapped = false): string => formatNumber(count) + (isCapped ? '+' : '')

/** Formats a share from 0 to 1 as a percentage. */
export const formatPercent = (share: number, decimals = 2): string =>
  getNumberFormat({ style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(share)

/** Formats an amount roughly: 3.1 US dollars */
export const formatMoney = ({ amount, currency }: { amount: number; currency: string }): string =>
  getNumberFormat({ style: 'currency', currency, currencyDisplay: 'name', maximumSignificantDigits: 2 }).format(amount)

const megabyte = 1024 * 1024
export const formatBytes = (bytes: number): string =>
  bytes < megabyte
    ? `${getNumberFormat({ maximumFractionDigits: 0 }).format(Math.ceil(bytes / 1024))} kB`
    : `${getNumberFormat({ maximumFractionDigits: 1 }).format(bytes / megabyte)} MB`

/** Formats a date: 21 Nov 2026 */
export const formatDate = (value: Date | string): string =>
  formatWith(value, { day: 'numeric', month: 'short', year: 'numeric' })

/** Formats a date without the year where it is this year's: 21 Nov */
export function formatShortDate(value: Date | string): string {
  const getYear = (date: Date | string) => formatWith(date, { year: 'numeric' })
  return getYear(value) === getYear(getServerTime())
    ? formatWith(value, { day: 'numeric', month: 'short' })
    : formatDate(value)
}

/** Formats a date and time with its zone: 21 Nov 2026, 09:12 EAT */
export const formatDateTime = (value: Date | string): string =>
  `${formatWith(value, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false })} ${getTimeZoneName(value, getTimeZone())}`

/** Formats a time of day: 09:12 */
export const formatTime = (value: Date | string): string =>
  formatWith(value, { hour: '2-digit', minute: '2-digit', hour12: false })

/** Formats a month: `2026-05` becomes May 2026 */
export const formatMonth = (month: string): string =>
  formatWith(`${month}-15T12:00:00Z`, { month: 'short', year: 'numeric' })
