import { allCards } from '@kutu/advice/cards/all-cards'
import type { Language } from '@kutu/contract/common'
import { districts } from '@kutu/places/districts'
import { countParts, countSeptets, toGsm7 } from '../../../platform/sms/gsm7.ts'
import { codeLength, formatStopLink } from './stop-link.ts'
import { buildWarningSms } from './warning-sms-text.ts'

export type LongestSms = { text: string; septets: number; parts: number }

/** The sequence of account numbers is far below. */
const highestAccountNumber = 99_999_999
/** The last days of months, because their names differ in length. */
const days = Array.from({ length: 12 }, (_, month) => `2027-${String(month + 1).padStart(2, '0')}-28`)

const longestDistrict = districts.reduce((longest, district) =>
  countSeptets(toGsm7(district.name)) > countSeptets(toGsm7(longest.name)) ? district : longest,
).code

/** Returns the longest SMS about a warning of any disease in a language, for a server with this address (`PUBLIC_URL`). */
export function findLongestWarningSms(language: Language, publicUrl: string): LongestSms {
  const link = formatStopLink(publicUrl, 'z'.repeat(codeLength), highestAccountNumber)
  return allCards
    .flatMap(({ crop, diseases }) => (crop === null ? [] : diseases.map(disease => ({ crop, disease }))))
    .flatMap(subject => days.map(valid_until => ({ ...subject, valid_until, district: longestDistrict })))
    .map(warning => buildWarningSms(language, warning, link))
    .map(text => ({ text, septets: countSeptets(text), parts: countParts(text) }))
    .reduce((longest, sms) => (sms.septets > longest.septets ? sms : longest), { text: '', septets: 0, parts: 0 })
}
