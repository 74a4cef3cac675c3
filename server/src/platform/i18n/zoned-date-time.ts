import type { Language } from '@kutu/contract/common'
import { getTimeZoneName } from '@kutu/time/zone-name'

/** An instant as a sentence tells it: each reader gets it in their language, with the zone named. Rests as JSON. */
export type ZonedDateTime = { at: string; zone: string; year: 0 | 1 }

/** @param now the year is shown unless it is the year of `now` */
export function toZonedDateTime(at: Date, zone: string, now: Date): ZonedDateTime {
  return { at: at.toISOString(), zone, year: getDateParts(at, zone).year === getDateParts(now, zone).year ? 0 : 1 }
}

/** Tue 24 Nov, 14:00 EAT */
export function formatZonedDateTime(language: Language, { at, zone, year: hasYear }: ZonedDateTime): string {
  const instant = new Date(at)
  const { year, month, day, weekday, hour, minute } = getDateParts(instant, zone)
  const date = `${weekdays[language][weekday]} ${day} ${months[language][month - 1]}${hasYear ? ` ${year}` : ''}`
  return `${date}, ${hour}:${minute} ${getTimeZoneName(instant, zone)}`
}

/** A day without a time, such as `2026-12-07`. */
export type CalendarDay = { day: string }

/** 7 Dec */
export function formatDay(language: Language, { day }: CalendarDay): string {
  const [, month = 1, date = 1] = day.split('-').map(Number)
  return `${date} ${months[language][month - 1]}`
}

// Written here: Node's own Luganda weekdays are numbers, and its words change between versions.
const weekdays: Record<Language, readonly string[]> = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  sw: ['Jumapili', 'Jumatatu', 'Jumanne', 'Jumatano', 'Alhamisi', 'Ijumaa', 'Jumamosi'],
  lg: ['Sabbiiti', 'Balaza', 'Lwakubiri', 'Lwakusatu', 'Lwakuna', 'Lwakutaano', 'Lwamukaaga'],
}
const months: Record<Language, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  sw: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'],
  lg: ['Jan', 'Feb', 'Mar', 'Apu', 'Maa', 'Juu', 'Jul', 'Agu', 'Seb', 'Oki', 'Nov', 'Des'],
}

// Making one takes a good part of a millisecond, and a page of news tells a hundred times.
const formatCache = new Map<string, Intl.DateTimeFormat>()
function getFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formatCache.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatCache.set(key, format)
  return format
}

function getDateParts(instant: Date, zone: string) {
  const format = getFormat('en-GB', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const { year, month, day } = { year: Number(parts.year), month: Number(parts.month), day: Number(parts.day) }
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { year, month, day, weekday, hour: parts.hour, minute: parts.minute }
}
