import type { Language } from '@kutu/contract/common'
import { getCountries } from 'libphonenumber-js/min'

/** The countries that have telephone numbers, by name in the reader's language. */
export function listCountries(language: Language): { id: string; name: string }[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const collator = new Intl.Collator([language, 'en'])
  return getCountries()
    .map(id => ({ id, name: names.of(id) ?? id }))
    .sort((a, b) => collator.compare(a.name, b.name))
}
