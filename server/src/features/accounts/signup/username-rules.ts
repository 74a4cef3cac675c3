import type { MessageKey } from '../../../platform/i18n/translate.ts'

/** Names under which somebody could pose as the operator. */
const reservedNames: ReadonlySet<string> = new Set([
  ...['kutu', 'admin', 'administrator', 'moderator', 'support', 'security', 'official', 'staff', 'system', 'root'],
  ...['helpdesk', 'postmaster', 'webmaster', 'noreply'],
])

/** Scripts of which one name may use only one (Unicode UTS #39, "Single Script"). */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu', 'Arabic', 'Ethiopic', 'Hebrew']
const scriptPatterns = scripts.map(script => new RegExp(`\\p{Script=${script}}`, 'u'))

/** Cyrillic and Greek letters that look like Latin ones (Unicode UTS #39, confusables.txt), in lower case. */
const lookAlikes: ReadonlySet<string> = new Set('аеорсухіјѕһԁԛԝвкмнтгёαεικνορτυχβ')

/** Digits that people read as letters. */
const digitLookAlikes: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Top-level domains of links that people send each other here, and of most spam. */
const webAddress =
  /(?:^|[^\p{L}\p{N}])www\.|[\p{L}\p{N}]\.(?:com|org|net|info|biz|io|co|me|app|dev|xyz|site|online|shop|top|club|click|link|live|africa|ug|ke|tz|rw|bi|et|ss|cd|eu|uk|us|ru|cn)(?![\p{L}\p{N}])/iu
const emailAddress = /@[^@\s]+\.[^@\s.]{2,}$/u

/** Returns the message for a username that could deceive others, or undefined if it is allowed. */
export function checkUsername(username: string): MessageKey | undefined {
  const normalized = username.normalize('NFKC').toLowerCase()
  if (webAddress.test(normalized) || emailAddress.test(normalized)) return 'field.username_address'
  if (hasMixedScripts(normalized) || isLookAlike(normalized)) return 'field.username_letters'
  return isReserved(normalized) ? 'field.username_reserved' : undefined
}

const hasMixedScripts = (name: string) => scriptPatterns.filter(pattern => pattern.test(name)).length > 1

/** Returns true if all letters are foreign ones that look like Latin letters. */
const isLookAlike = (name: string) => {
  const letters = name.match(/\p{L}/gu) ?? []
  return letters.length > 0 && letters.every(letter => lookAlikes.has(letter))
}

/** Ignores digits, punctuation and accents around and inside a name: `Kutu_1`, `K.u.t.u`, `Kütü` and `adm1n` are reserved. */
function isReserved(name: string): boolean {
  const withoutMarks = name.normalize('NFD').replace(/\p{M}/gu, '')
  const withoutDigits = withoutMarks.replace(/\p{N}+$/u, '').replace(/[013457]/g, digit => digitLookAlikes[digit] ?? '')
  const letters = withoutDigits.replace(/[^\p{L}]/gu, '')
  const words = withoutDigits.split(/[^\p{L}]+/u)
  return reservedNames.has(letters) || words.includes('kutu')
}
