import { isStrongEnough } from '@kutu/contract/password'
import { say } from '../../text/say.ts'
import { passwordStrength } from '../../ui/password-strength.ts'

/** Why an account may not have this password, in a sentence; nothing when it may. */
export async function weaknessOf(password: string): Promise<string | undefined> {
  const { level } = await passwordStrength(password)
  if (isStrongEnough(level)) return undefined
  return say('password.is', { strength: say(`password.level.${level}`) })
}
