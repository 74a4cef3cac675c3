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

/** Shortens a GSM 7-bit text to at most `max` septets; a shortened text ends with three dots. */
export function truncateToSeptets(max: number, text: string): string {
  if (countSeptets(text) <= max) return text
  const characters = [...text]
  while (characters.length > 0 && countSeptets(characters.join('')) > max - 3) characters.pop()
  return `${characters.join('').trimEnd()}...`
}
