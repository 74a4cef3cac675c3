import { isPhoto, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { assignItems, listItems, removeItemsOf } from '../../../api/outbox/outbox-store.ts'
import { forgetSavedAnswer, ownsSavedAnswer } from '../../../api/session/saved-answer.ts'

/** The owner of answers that were saved before anybody signed in. No account has this id. */
export const visitorId = 'visitor'

/**
 * Gives the answers that somebody saved on the way to a new account to this account, in which they are filed. Does nothing
 * for other accounts.
 * @returns whether answers were assigned
 */
export async function claimSavedAnswers(ownerId: string): Promise<boolean> {
  return ownsSavedAnswer(ownerId) && adoptSavedAnswers(ownerId)
}

/** Returns the saved answers that belong to nobody yet. */
export const listSavedAnswers = async (): Promise<OutboxItem<'photo'>[]> => (await listItems(visitorId)).filter(isPhoto)

/** Gives all saved answers to an account. Returns whether there were any. */
export async function adoptSavedAnswers(ownerId: string): Promise<boolean> {
  const isAssigned = await assignItems(visitorId, ownerId)
  forgetSavedAnswer()
  return isAssigned
}

export async function deleteSavedAnswers(): Promise<void> {
  await removeItemsOf(visitorId)
  forgetSavedAnswer()
}
