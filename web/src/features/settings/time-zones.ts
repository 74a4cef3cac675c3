/** The zones of East Africa's countries come first: few readers want another. */
const eastAfricanZones = [
  'Africa/Kampala',
  'Africa/Nairobi',
  'Africa/Dar_es_Salaam',
  'Africa/Kigali',
  'Africa/Bujumbura',
  'Africa/Juba',
  'Africa/Addis_Ababa',
]

/** The IANA names this browser knows; the one that was chosen is among them even where the browser has another name for it. */
export function listTimeZones(selected: string | null): readonly string[] {
  const supported = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set([...eastAfricanZones, ...supported, 'UTC', ...(selected === null ? [] : [selected])])]
}
