/**
 * The characters of a text message (3GPP TS 23.038, the GSM 7-bit default alphabet). One character outside them makes
 * the whole message UCS-2: 70 characters instead of 160, and twice the price.
 */
const basicCharacters = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Sent as an escape and a character, so they count double. */
const extensionCharacters = new Set('^{}\\[~]|€')

export const maxSeptets = 160

/** Luganda's ŋ is written ng' on a typewriter; the rest are the signs that typesetting brings. */
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

/** The same in characters a text message has: without its accents where it must be, `?` for what has no like. */
export function toGsm7(text: string): string {
  return [...text.normalize('NFC').replaceAll(/\r\n?/g, '\n')].map(toGsm7Character).join('')
}

function toGsm7Character(character: string): string {
  if (basicCharacters.has(character) || extensionCharacters.has(character)) return character
  const replacement = replacements[character]
  if (replacement !== undefined) return replacement
  if (/\p{Z}/u.test(character)) return ' '
  // Joiners, variation signs and lone accents are no letters of their own.
  if (/[\p{M}\p{Cf}\p{Cc}]/u.test(character)) return ''
  const plain = [...character.normalize('NFKD')]
    .filter(part => basicCharacters.has(part) || extensionCharacters.has(part))
    .join('')
  return plain === '' ? '?' : plain
}

/** How much of a message it takes, in septets. */
export function countSeptets(text: string): number {
  return [...text].reduce((length, character) => length + (extensionCharacters.has(character) ? 2 : 1), 0)
}

/** Cut to so many septets, with dots where something is left out. */
export function truncateToSeptets(max: number, text: string): string {
  if (countSeptets(text) <= max) return text
  const characters = [...text]
  while (characters.length > 0 && countSeptets(characters.join('')) > max - 3) characters.pop()
  return `${characters.join('').trimEnd()}...`
}
