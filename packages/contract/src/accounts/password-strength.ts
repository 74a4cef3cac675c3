/** Password strengths, weakest first. */
export const passwordLevels = ['too_weak', 'weak', 'medium', 'strong'] as const
export type PasswordLevel = (typeof passwordLevels)[number]

/** Minimum length and minimum number of character classes (lowercase, uppercase, number, symbol) of each level. */
const requirements = [
  { level: 'strong', length: 10, characterClasses: 4 },
  { level: 'medium', length: 8, characterClasses: 4 },
  { level: 'weak', length: 6, characterClasses: 2 },
] as const satisfies { level: PasswordLevel; length: number; characterClasses: number }[]

/** A password of at least this length is at least medium, whatever its character classes. */
export const passphraseLength = 15

/** Number of the most common passwords that are always too weak. */
export const commonPasswordCount = 3000

/**
 * Rates a password.
 * @param isCommon returns true when a password, in lower case, is on the list of common ones; server and web each have one
 */
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

/** Returns true for the levels that an account may use. */
export const isStrongEnough = (level: PasswordLevel) => level === 'medium' || level === 'strong'

/** Letters of scripts without case count as lowercase. Everything except letters and numbers is a symbol. */
function countCharacterClasses(password: string): number {
  const characterClasses = [/[\p{Ll}\p{Lo}\p{Lm}]/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]
  return characterClasses.filter(pattern => pattern.test(password)).length
}
