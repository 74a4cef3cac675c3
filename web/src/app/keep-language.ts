import type { User } from '@kutu/contract/accounts'
import { call } from '../api/call.ts'
import { storedUser, storeUser } from '../api/session.ts'
import { activeLanguage, chooseLanguage, onLanguageChange } from '../text/say.ts'

/** A language chosen while signed in is kept with the account too, so that letters and notifications speak it. */
export const keepLanguage = (): (() => void) => onLanguageChange(() => void keep())

async function keep(): Promise<void> {
  const language = activeLanguage()
  const user = storedUser()
  if (!user || user.language === language) return
  try {
    await call('PUT /api/account/preferences/', { body: { language } })
    storeUser({ ...user, language })
  } catch {
    // Without a network this device speaks it all the same; the next choice is kept again.
  }
}

/** A device where nobody chose a language speaks that of who signs in. */
export function speakAs({ language }: User): void {
  if (localStorage.getItem('language') !== null || language === activeLanguage()) return
  // Without its sentences the device goes on in the language it speaks.
  chooseLanguage(language).catch(() => undefined)
}
