/** The order of an expert's inbox. No schemas here: the web bundles this file. */

export type InboxKind = 'warning' | 'post' | 'comment' | 'booking' | 'photos'

/**
 * Ranks by the harm that waiting does, worst first; of the same rank, the longest waiting comes first. A warning not sent
 * costs a district its harvest, an appointment not answered is lost when it begins.
 */
export const inboxRanks = [
  'warning',
  'urgent post',
  'booking soon',
  'post',
  'booking',
  'comment',
  'minor post',
  'outcome',
  'photos',
] as const
export type InboxRank = (typeof inboxRanks)[number]

/** Hours before its slot begins from which a booking is soon. */
export const bookingSoonHours = 24
