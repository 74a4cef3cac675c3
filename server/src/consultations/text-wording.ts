import type { Language } from '@kutu/contract/common'
import { inGsm, lengthInGsm, longestText, shortenedTo } from '../sms/gsm.ts'
import { say } from '../text/say.ts'
import type { Moment } from '../text/times.ts'
import type { ReminderKind } from './reminder-times.ts'

/** What is told by text; the rest waits for the screen and the letter. */
export type TextKind = 'approved' | ReminderKind

/** One message of 160 characters: where the name is too long for it, the name is cut. */
export function textAbout(kind: TextKind, language: Language, { name, when }: { name: string; when: Moment }): string {
  const told = (shown: string) => inGsm(say(language, `text.${kind}`, { name: shown, when }))
  const spelled = inGsm(name)
  const over = lengthInGsm(told(spelled)) - longestText
  return told(over > 0 ? shortenedTo(lengthInGsm(spelled) - over, spelled) : spelled)
}
