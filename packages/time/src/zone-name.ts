/** Each English locale has the short zone names of its own region and falls back to the offset for others. */
const locales = ['en-UG', 'en-GB', 'en-US', 'en-AU'] as const
const isOffset = (name: string) => /^(?:GMT|UTC)\s?[+-]/.test(name)

/** Formatters are cached because creating one is slow; the limit is there because clients choose zones. */
const maxCachedFormats = 400
const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(locale: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
  if (formats.size < maxCachedFormats) formats.set(key, format)
  return format
}

/** Returns `EAT`, `CAT` or, in summer, `CEST`; the offset if a zone has no short name. The same in every language. */
export function getTimeZoneName(instant: Date | string, timeZone: string): string {
  const names = locales.map(
    locale =>
      getFormat(locale, timeZone)
        .formatToParts(new Date(instant))
        .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC',
  )
  return names.find(name => !isOffset(name)) ?? names[0] ?? 'UTC'
}
