/** Listed first, because few readers want another zone. */
const eastAfricanZones = [
  'Africa/Kampala',
  'Africa/Nairobi',
  'Africa/Dar_es_Salaam',
  'Africa/Kigali',
  'Africa/Bujumbura',
  'Africa/Juba',
  'Africa/Addis_Ababa',
]

/**
 * Returns the IANA names that this browser knows, with `selected` included even if the browser has another name for it.
 */
export function listTimeZones(selected: string | null): readonly string[] {
  const supported = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set([...eastAfricanZones, ...supported, 'UTC', ...(selected === null ? [] : [selected])])]
}
