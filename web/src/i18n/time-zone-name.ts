/** Each locale has the short zone names of its own region and offsets for the others. */
const locales = ['en-UG', 'en-GB', 'en-US', 'en-AU'] as const
const isOffset = (name: string) => /^(?:GMT|UTC)\s?[+-]/.test(name)
const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns a short name such as EAT, CAT or CEST, or the offset for a zone without one. It is the same in every
 * language.
 */
export function getTimeZoneName(instant: Date | string, timeZone: string): string {
  const names = locales.map(locale => {
    const key = `${locale} ${timeZone}`
    const format = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    formatters.set(key, format)
    return format.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  })
  return names.find(name => !isOffset(name)) ?? names[0] ?? 'UTC'
}
