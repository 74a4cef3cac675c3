/** Days until the plants of an answer should be looked at again: the cards say "every week". */
export const daysToFollowUp = 7

/** The day on which the plants of an answer should be looked at again. */
export function getFollowUp(answeredAt: Date): Date {
  return new Date(answeredAt.getTime() + daysToFollowUp * 24 * 3600_000)
}
