import type { Language } from '@kutu/contract/common'
import { getCountries } from 'libphonenumber-js/min'

/** Returns all countries that have a telephone country code, sorted by their name in `language`. */
export function listCountries(language: Language): { id: string; name: string }[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const collator = new Intl.Collator([language, 'en'])
  return getCountries()
    .map(id => ({ id, name: names.of(id) ?? id }))
    .sort((a, b) => collator.compare(a.name, b.name))
}
