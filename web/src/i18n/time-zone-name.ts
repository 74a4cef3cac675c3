/** Each knows the short names of its own part of the world and says an offset of the others. */
const locales = ['en-UG', 'en-GB', 'en-US', 'en-AU'] as const
const isOffset = (name: string) => /^(?:GMT|UTC)\s?[+-]/.test(name)
const formatters = new Map<string, Intl.DateTimeFormat>()

/** EAT, CAT, or CEST in summer; the offset where a zone has no short name. The same in every language. */
export function getTimeZoneName(instant: Date | string, timeZone: string): string {
  const names = locales.map(locale => {
    const key = `${locale} ${timeZone}`
    const format = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    formatters.set(key, format)
    return format.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
  })
  return names.find(name => !isOffset(name)) ?? names[0] ?? 'UTC'
}
