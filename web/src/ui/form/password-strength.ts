import { type PasswordLevel, passwordLevel } from '@kutu/contract/accounts/password-strength'
import { useEffect, useState } from 'react'

export const passwordScores = ['risky', 'guessable', 'weak', 'safe', 'secure'] as const
export type PasswordScore = 0 | 1 | 2 | 3 | 4
export type PasswordStrength = { level: PasswordLevel; score: PasswordScore }

/** Shorter than this, or common, and a password is not even guessable with effort: it is at risk now. */
const minLength = 6
const scores = { weak: 2, medium: 3, strong: 4 } as const

let pendingPasswords: Promise<ReadonlySet<string>> | undefined

/** The common passwords come when first asked for; without a network only the server knows them. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  pendingPasswords ??= import('virtual:common-passwords').then(
    ({ words }) => new Set(words.split('\n')),
    () => {
      pendingPasswords = undefined
      return new Set<string>()
    },
  )
  return pendingPasswords
}

/** How strong a password is, as the server will judge it. */
export async function measurePasswordStrength(password: string): Promise<PasswordStrength> {
  const words = await loadCommonPasswords()
  const isCommon = (lowerCase: string) => words.has(lowerCase)
  const level = passwordLevel(password, { isCommon })
  if (level !== 'too_weak') return { level, score: scores[level] }
  return { level, score: password.length < minLength || isCommon(password.toLowerCase()) ? 0 : 1 }
}

export function usePasswordStrength(password: string): PasswordStrength | undefined {
  const [measured, setMeasured] = useState<PasswordStrength>()
  useEffect(() => {
    let isCurrent = true
    measurePasswordStrength(password).then(strength => isCurrent && setMeasured(strength))
    return () => {
      isCurrent = false
    }
  }, [password])
  return password === '' ? undefined : measured
}
