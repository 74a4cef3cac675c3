/**
 * Answers that a visitor has saved wait in the outbox until somebody signs in. These items say for whom. They stay when
 * a session ends (`endSession`).
 */
const savedItem = 'savedAnswer'
/** The account that was created in the tab in which the answer was saved. The link in its email may open another tab. */
const ownerItem = 'savedAnswerOwner'

/**
 * Notes that a visitor has saved an answer, which the account of the next sign-up in this tab gets.
 * @param name the disease or the class, empty without an answer
 */
export function noteSavedAnswer(name: string): void {
  sessionStorage.setItem(savedItem, name)
  localStorage.setItem(savedItem, 'yes')
}

/** Returns the name of the answer that was saved in this tab, or null without one. */
export const getSavedAnswerName = (): string | null => sessionStorage.getItem(savedItem)

/** Notes the account of a sign-up, if an answer was saved in this tab. */
export function noteSignUp(userId: string): void {
  if (getSavedAnswerName() !== null) localStorage.setItem(ownerItem, userId)
}

/** Returns true if the saved answers belong to this account, which its sign-up has shown. */
export const ownsSavedAnswer = (userId: string): boolean => localStorage.getItem(ownerItem) === userId

/** Returns true if there are saved answers of which nobody knows whose they are. */
export const isSavedAnswerUnclaimed = (userId: string): boolean =>
  localStorage.getItem(savedItem) !== null && !ownsSavedAnswer(userId)

/** Forgets the saved answers, after they have been given to an account or deleted. */
export function forgetSavedAnswer(): void {
  sessionStorage.removeItem(savedItem)
  for (const item of [savedItem, ownerItem]) localStorage.removeItem(item)
}
