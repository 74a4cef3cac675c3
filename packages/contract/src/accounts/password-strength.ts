/** How strong a password is, weakest first. */
export const passwordLevels = ['too_weak', 'weak', 'medium', 'strong'] as const
export type PasswordLevel = (typeof passwordLevels)[number]

/** What a level asks for: characters at least, and kinds (lowercase, uppercase, number, symbol) at least. */
const requirements = [
  { level: 'strong', length: 10, characterClasses: 4 },
  { level: 'medium', length: 8, characterClasses: 4 },
  { level: 'weak', length: 6, characterClasses: 2 },
] as const satisfies { level: PasswordLevel; length: number; characterClasses: number }[]

/** From this length a passphrase counts at least medium, however few kinds of characters it has. */
export const passphraseLength = 15

/** How many of the commonest passwords count as too weak whatever they are made of. */
export const commonPasswordCount = 3000

/** @param isCommon whether a password, in lower case, is among the commonest; each side brings its own list */
export function passwordLevel(
  password: string,
  { isCommon }: { isCommon: (lowerCase: string) => boolean },
): PasswordLevel {
  if (isCommon(password.toLowerCase())) return 'too_weak'
  const length = [...password].length
  const characterClasses = countCharacterClasses(password)
  const level =
    requirements.find(requirement => length >= requirement.length && characterClasses >= requirement.characterClasses)
      ?.level ?? 'too_weak'
  const isPassphrase = length >= passphraseLength
  return isPassphrase && (level === 'too_weak' || level === 'weak') ? 'medium' : level
}

/** Whether an account may have a password of this level. */
export const isStrongEnough = (level: PasswordLevel) => level === 'medium' || level === 'strong'

/** Letters without case, as in many scripts, count as lowercase; whatever is no letter and no number is a symbol. */
function countCharacterClasses(password: string): number {
  const characterClasses = [/[\p{Ll}\p{Lo}\p{Lm}]/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]
  return characterClasses.filter(pattern => pattern.test(password)).length
}
