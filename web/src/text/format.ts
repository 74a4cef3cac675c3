import { storedUser } from '../api/session.ts'
import { partsOfDate } from './dates-in-luganda.ts'
import { dateLocales, locales } from './language.ts'
import { activeLanguage } from './say.ts'
import { nameOfZone } from './zone-name.ts'

/** Told in the zone its reader chose, else in East Africa Time, wherever the browser stands. */
const zone = (): string => storedUser()?.time_zone ?? 'Africa/Nairobi'

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${activeLanguage()} n ${JSON.stringify(options)}`
  const kept = made.get(key)
  if (kept instanceof Intl.NumberFormat) return kept
  const format = new Intl.NumberFormat(locales[activeLanguage()], options)
  made.set(key, format)
  return format
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = zone()
  const key = `${activeLanguage()} ${timeZone} ${JSON.stringify(options)}`
  const kept = made.get(key)
  if (kept instanceof Intl.DateTimeFormat) return kept
  const format = new Intl.DateTimeFormat(dateLocales[activeLanguage()], { timeZone, ...options })
  made.set(key, format)
  return format
}

const tell = (value: Date | string, options: Intl.DateTimeFormatOptions): string =>
  partsOfDate(dates(options), new Date(value))
    .map(part => part.value)
    .join('')

export const formatNumber = (value: number): string => numbers({}).format(value)

/** A share from 0 to 1 as a percentage; two decimals unless told otherwise. */
export const formatPercent = (share: number, decimals = 2): string =>
  numbers({ style: 'percent', minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(share)

const megabyte = 1024 * 1024
export const formatBytes = (bytes: number): string =>
  bytes < megabyte
    ? `${numbers({ maximumFractionDigits: 0 }).format(Math.ceil(bytes / 1024))} kB`
    : `${numbers({ maximumFractionDigits: 1 }).format(bytes / megabyte)} MB`

/** 21 Nov 2026 */
export const formatDate = (value: Date | string): string =>
  tell(value, { day: 'numeric', month: 'short', year: 'numeric' })

/** 21 Nov 2026, 09:12 EAT */
export const formatDateTime = (value: Date | string): string =>
  `${tell(value, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false })} ${nameOfZone(value, zone())}`

/** `2026-05` as May 2026 */
export const formatMonth = (month: string): string => tell(`${month}-15T12:00:00Z`, { month: 'short', year: 'numeric' })
