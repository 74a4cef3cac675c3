/**
 * The characters of a text message (3GPP TS 23.038, the GSM 7-bit default alphabet). One character outside them makes
 * the whole message UCS-2: 70 characters instead of 160, and twice the price.
 */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Sent as an escape and a character, so they count double. */
const extended = new Set('^{}\\[~]|€')

export const longestText = 160

/** Luganda's ŋ is written ng' on a typewriter; the rest are the signs that typesetting brings. */
const spellings: Record<string, string> = {
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
export function inGsm(written: string): string {
  return [...written.normalize('NFC').replaceAll(/\r\n?/g, '\n')].map(gsmOf).join('')
}

function gsmOf(character: string): string {
  if (basic.has(character) || extended.has(character)) return character
  const spelled = spellings[character]
  if (spelled !== undefined) return spelled
  if (/\p{Z}/u.test(character)) return ' '
  // Joiners, variation signs and lone accents are no letters of their own.
  if (/[\p{M}\p{Cf}\p{Cc}]/u.test(character)) return ''
  const plain = [...character.normalize('NFKD')].filter(part => basic.has(part) || extended.has(part)).join('')
  return plain === '' ? '?' : plain
}

/** How much of a message it takes, in septets. */
export function lengthInGsm(text: string): number {
  return [...text].reduce((length, character) => length + (extended.has(character) ? 2 : 1), 0)
}

/** Cut to so many septets, with dots where something is left out. */
export function shortenedTo(most: number, text: string): string {
  if (lengthInGsm(text) <= most) return text
  const characters = [...text]
  while (characters.length > 0 && lengthInGsm(characters.join('')) > most - 3) characters.pop()
  return `${characters.join('').trimEnd()}...`
}
