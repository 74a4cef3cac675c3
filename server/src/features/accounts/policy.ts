import { type ApprovalAction, type ApprovalStatus, approvalActions } from '@kutu/contract/accounts/expert-approval'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  codeLifetime: 10 * minute,
  activationTokenLifetime: 60 * minute,
  maxCodeAttempts: 5,
  resetTokenLifetime: hour,
  accessTokenLifetime: 15 * minute,
  refreshTokenLifetime: 30 * day,
  /** How long the answer to a refresh that came without a retry key may be lost and asked for again. */
  refreshGracePeriod: 10_000,
  /** Wrong passwords in a row for one e-mail, from wherever they come. */
  signInFailures: { max: 50, windowMs: hour },
  /** After this, a sign-up whose e-mail nobody proved gives way to a new one. */
  unverifiedLifetime: day,
  /** How long who asked to be deleted may still come back. */
  deletionGracePeriod: 14 * day,
  /** Letters to one account, of codes and of reset links alike. The long window stops who would use the short one all day. */
  emails: [
    { max: 3, windowMs: 15 * minute },
    { max: 10, windowMs: day },
  ],
} as const

/** When the next letter may go out, given when the last day's went; undefined for now. */
export function nextEmailAt(sentAt: readonly Date[], now: Date): Date | undefined {
  const newestFirst = sentAt.map(date => date.getTime()).sort((a, b) => b - a)
  const nextTimes = limits.emails.map(({ max, windowMs }) => (newestFirst[max - 1] ?? -Infinity) + windowMs)
  const next = Math.max(...nextTimes)
  return next > now.getTime() ? new Date(next) : undefined
}

/** What an expert's application becomes, or undefined when it is already decided so. */
export function nextApproval(approval: ApprovalStatus, move: ApprovalAction): ApprovalStatus | undefined {
  const moves: readonly ApprovalAction[] = approvalActions[approval]
  if (!moves.includes(move)) return undefined
  return move === 'approve' ? 'approved' : 'declined'
}

type TokenReuse = {
  usedAt: Date
  successorUsedAt: Date | null
  /** It came with the retry key of the first use, which a thief of the token alone does not have. */
  hasSameRetryKey: boolean
}

/** Whether a refresh token that comes a second time is a lost reply asked for again, not a stolen token. */
export function isRetryAfterLostReply({ usedAt, successorUsedAt, hasSameRetryKey }: TokenReuse, now: Date): boolean {
  const isWithinGracePeriod = now.getTime() - usedAt.getTime() <= limits.refreshGracePeriod
  return successorUsedAt === null && (hasSameRetryKey || isWithinGracePeriod)
}
