import { type PasswordLevel, passwordLevel } from '@kutu/contract/accounts/password-strength'
import { useEffect, useState } from 'react'

export const passwordScores = ['risky', 'guessable', 'weak', 'safe', 'secure'] as const
export type PasswordScore = 0 | 1 | 2 | 3 | 4
export type PasswordStrength = { level: PasswordLevel; score: PasswordScore }

/** A shorter password, or a common one, gets the lowest score. */
const minLength = 6
const scores = { weak: 2, medium: 3, strong: 4 } as const

let pendingPasswords: Promise<ReadonlySet<string>> | undefined

/** Loads the list of common passwords on first use. Offline only the server knows them. */
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

/** Rates a password by the same rules as the server. */
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
