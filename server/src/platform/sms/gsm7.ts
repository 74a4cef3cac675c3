/**
 * GSM 7-bit default alphabet (3GPP TS 23.038). A single character outside it makes the gateway encode the whole message
 * as UCS-2, which fits 70 characters instead of 160 and costs twice as much.
 */
const basicCharacters = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Extension table: encoded as an escape and a character, so each counts as two septets. */
const extensionCharacters = new Set('^{}\\[~]|€')

/** Septets in one SMS. */
export const maxSeptets = 160

/** Characters in a message of one part, and in each part of a longer one, which begins with a header (3GPP TS 23.040). */
const partSizes = { gsm7: { single: maxSeptets, joined: 153 }, ucs2: { single: 70, joined: 67 } } as const

/** ŋ of Luganda is commonly written ng'; the others are typographic characters. */
const replacements: Record<string, string> = {
  ŋ: "ng'",
  Ŋ: "Ng'",
  '‘': "'",
  '’': "'",
  '‚': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '•': '*',
  '\t': ' ',
}

/** Converts a text to the GSM 7-bit alphabet. Drops accents where needed and replaces unknown characters by `?`. */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC').replaceAll(/\r\n?/g, '\n')].map(toGsm7Character).join('')
}

function toGsm7Character(character: string): string {
  if (basicCharacters.has(character) || extensionCharacters.has(character)) return character
  const replacement = replacements[character]
  if (replacement !== undefined) return replacement
  if (/\p{Z}/u.test(character)) return ' '
  // Joiners, variation selectors and combining marks have no width of their own.
  if (/[\p{M}\p{Cf}\p{Cc}]/u.test(character)) return ''
  const plain = [...character.normalize('NFKD')]
    .filter(part => basicCharacters.has(part) || extensionCharacters.has(part))
    .join('')
  return plain === '' ? '?' : plain
}

/** Returns the length of a GSM 7-bit text in septets. */
export function countSeptets(text: string): number {
  return [...text].reduce((length, character) => length + (extensionCharacters.has(character) ? 2 : 1), 0)
}

/**
 * Returns the number of parts that a text is sent and paid as. One character outside the GSM 7-bit alphabet makes it UCS-2. No
 * part begins within an extended character of GSM 7-bit, or within a surrogate pair of UCS-2.
 */
export function countParts(text: string): number {
  const characters = [...text]
  const isGsm7 = characters.every(character => basicCharacters.has(character) || extensionCharacters.has(character))
  const lengths = characters.map(character => (isGsm7 ? countSeptets(character) : character.length))
  const { single, joined } = partSizes[isGsm7 ? 'gsm7' : 'ucs2']
  if (lengths.reduce((sum, length) => sum + length, 0) <= single) return 1
  let [parts, used] = [1, 0]
  for (const length of lengths)
    if (used + length > joined) [parts, used] = [parts + 1, length]
    else used += length
  return parts
}

/** Shortens a GSM 7-bit text to at most `max` septets; a shortened text ends with three dots. */
export function truncateToSeptets(max: number, text: string): string {
  if (countSeptets(text) <= max) return text
  const characters = [...text]
  while (characters.length > 0 && countSeptets(characters.join('')) > max - 3) characters.pop()
  return `${characters.join('').trimEnd()}...`
}
