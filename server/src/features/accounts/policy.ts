import { type ApprovalAction, type ApprovalStatus, approvalActions } from '@kutu/contract/accounts/expert-approval'
import { retentionMs } from '@kutu/contract/retention'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Lifetimes and windows of the account rules, in milliseconds. */
export const limits = {
  codeLifetime: 10 * minute,
  activationTokenLifetime: 10 * minute,
  maxCodeAttempts: 5,
  /** Attempts of one sign-up over all its codes. With four digits, one in a thousand succeeds. */
  codeAttempts: { max: 10, windowMs: day },
  resetTokenLifetime: hour,
  /** Life of the link that confirms a new email address. */
  emailChangeLifetime: hour,
  /** Time in which the former email address can take the account back. Meanwhile it belongs to nobody else. */
  emailUndoPeriod: 7 * day,
  /** A session that is not used for this long ends. */
  refreshTokenLifetime: retentionMs('sessions'),
  /** A session ends this long after its sign-in, however often it is refreshed. Constraint sessions_end_after_90_days. */
  sessionLifetime: 90 * day,
  /** Sessions of one account at the same time. One more ends the session that was not used for the longest time. */
  maxSessions: 20,
  /** Milliseconds in which a refresh sent without an Idempotency-Key may be repeated with the same refresh token. */
  refreshGracePeriod: 10_000,
  signInFailures: {
    /** Wrong passwords for one email address from one network, by devices that the account does not know. */
    network: { max: 10, windowMs: hour },
    /** Consecutive wrong passwords for one email address from one known device, or from all unknown devices. */
    consecutive: { max: 100, windowMs: retentionMs('signInFailures') },
  },
  /** After this time an unverified sign-up no longer reserves its email address and username. */
  unverifiedLifetime: day,
  /** Time between a deletion request and the erasure. Signing in before it ends cancels the deletion. */
  deletionGracePeriod: retentionMs('deletedAccount'),
  /**
   * Emails with codes to one account, and emails with reset links to one account that were requested from one source. The
   * long window limits a caller who uses up the short one all day.
   */
  emails: [
    { max: 3, windowMs: 15 * minute },
    { max: 10, windowMs: day },
  ],
  /** Emails with reset links to one account that were requested by devices that the account does not know. */
  resetEmailsFromUnknownDevices: [{ max: 30, windowMs: day }],
} as const

/**
 * Returns the earliest time at which another email may be sent, or undefined if one may be sent now.
 * @param sentAt times of the emails sent within the longest window, in any order
 */
export function nextEmailAt(
  sentAt: readonly Date[],
  now: Date,
  windows: readonly { max: number; windowMs: number }[] = limits.emails,
): Date | undefined {
  const newestFirst = sentAt.map(date => date.getTime()).sort((a, b) => b - a)
  const nextTimes = windows.map(({ max, windowMs }) => (newestFirst[max - 1] ?? -Infinity) + windowMs)
  const next = Math.max(...nextTimes)
  return next > now.getTime() ? new Date(next) : undefined
}

/** Returns the approval status after a decision, or undefined if the current status does not allow it. */
export function nextApproval(approval: ApprovalStatus, action: ApprovalAction): ApprovalStatus | undefined {
  const allowedActions: readonly ApprovalAction[] = approvalActions[approval]
  if (!allowedActions.includes(action)) return undefined
  return action === 'approve' ? 'approved' : 'declined'
}

/** Returns when a refresh token issued now expires: after a time without use, and at the end of its session. */
export const getRefreshTokenExpiry = (session: { created_at: Date }, now: Date): Date =>
  new Date(Math.min(now.getTime() + limits.refreshTokenLifetime, session.created_at.getTime() + limits.sessionLifetime))

type TokenReuse = {
  usedAt: Date
  successorUsedAt: Date | null
  /** The request carries the Idempotency-Key of the first use, which a stolen token alone does not reveal. */
  hasSameIdempotencyKey: boolean
}

/** Returns true if the second use of a refresh token repeats a request whose reply was lost, and not a stolen token. */
export function isRetryAfterLostReply(
  { usedAt, successorUsedAt, hasSameIdempotencyKey }: TokenReuse,
  now: Date,
): boolean {
  const isWithinGracePeriod = now.getTime() - usedAt.getTime() <= limits.refreshGracePeriod
  return successorUsedAt === null && (hasSameIdempotencyKey || isWithinGracePeriod)
}
