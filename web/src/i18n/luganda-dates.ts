import { getLocale } from './i18n.ts'

/** Browsers have no Luganda names of days and months and would use English ones. */
const lugandaWords: Record<string, string> = {
  Sun: 'Sabbiiti',
  Mon: 'Balaza',
  Tue: 'Lwakubiri',
  Wed: 'Lwakusatu',
  Thu: 'Lwakuna',
  Fri: 'Lwakutaano',
  Sat: 'Lwamukaaga',
  Jan: 'Jan',
  Feb: 'Feb',
  Mar: 'Mar',
  Apr: 'Apu',
  // Both the short and the long form in English.
  May: 'Maayi',
  Jun: 'Juu',
  Jul: 'Jul',
  Aug: 'Agu',
  Sep: 'Seb',
  Sept: 'Seb',
  Oct: 'Oki',
  Nov: 'Nov',
  Dec: 'Des',
  January: 'Janwaliyo',
  February: 'Febwaliyo',
  March: 'Marisi',
  April: 'Apuli',
  June: 'Juuni',
  July: 'Julaayi',
  August: 'Agusito',
  September: 'Sebuttemba',
  October: 'Okitobba',
  November: 'Novemba',
  December: 'Desemba',
}

/** Formats a date to parts in the active language. Days and short months are the same as in the server's emails. */
export function formatDateParts(format: Intl.DateTimeFormat, instant: Date): Intl.DateTimeFormatPart[] {
  const parts = format.formatToParts(instant)
  if (getLocale() !== 'lg') return parts
  return parts.map(({ type, value }) => {
    if (type === 'weekday') return { type, value: lugandaWords[value.slice(0, 3)] ?? value }
    return { type, value: type === 'month' ? (lugandaWords[value] ?? value) : value }
  })
}
