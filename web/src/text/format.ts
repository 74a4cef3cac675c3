import { storedUser } from '../api/session.ts'
import { locales } from './language.ts'
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
  const format = new Intl.DateTimeFormat(locales[activeLanguage()], { timeZone, ...options })
  made.set(key, format)
  return format
}

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
  dates({ day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(value))

/** 21 Nov 2026, 09:12 EAT */
export const formatDateTime = (value: Date | string): string =>
  `${dates({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false }).format(new Date(value))} ${nameOfZone(value, zone())}`

/** `2026-05` as May 2026 */
export const formatMonth = (month: string): string =>
  dates({ month: 'short', year: 'numeric' }).format(new Date(`${month}-15T12:00:00Z`))
