import { getLocale } from './i18n.ts'

/** Browsers know no Luganda and would tell its days and months in English, with a reader's own words all around. */
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
  // Short and long at once, as in English.
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

/** What a date is made of, in the reader's words; the days and short months are those of the server's letters. */
export function formatDateParts(format: Intl.DateTimeFormat, instant: Date): Intl.DateTimeFormatPart[] {
  const parts = format.formatToParts(instant)
  if (getLocale() !== 'lg') return parts
  return parts.map(({ type, value }) => {
    if (type === 'weekday') return { type, value: lugandaWords[value.slice(0, 3)] ?? value }
    return { type, value: type === 'month' ? (lugandaWords[value] ?? value) : value }
  })
}
