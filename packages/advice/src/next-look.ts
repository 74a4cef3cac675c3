/** Days until the plants of an answer should be looked at again: the cards say "every week". */
export const daysToNextLook = 7

/** The day on which the plants of an answer should be looked at again. */
export function getNextLook(answeredAt: Date): Date {
  return new Date(answeredAt.getTime() + daysToNextLook * 24 * 3600_000)
}
