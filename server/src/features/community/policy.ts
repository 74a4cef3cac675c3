import {
  type AuthorPostAction,
  authorPostActions,
  type FlagDecision,
  type PostAction,
  type PostStatus,
  postActions,
  postStatusAfter,
  type ResponseAction,
  type ResponseStatus,
  responseActions,
  responseStatusAfter,
} from '@kutu/contract/community/moderation'
import type { Caller } from '../../platform/http/authorization.ts'

const hour = 3600_000

export const limits = {
  newAccountPeriodMs: 24 * hour,
  /** A high-urgency post without an expert's answer for so long is brought before all experts. */
  unansweredAfterMs: 6 * hour,
  /** How long an uploaded photo waits for its post. */
  uploadTtlMs: 7 * 24 * hour,
  /** A flag may be undone at once: its letter waits a little longer than that. */
  flagEmailDelayMs: 60_000,
  maxCommentsInLists: 20,
  maxCommentsInPost: 100,
} as const

/** What a post becomes by an expert's move; undefined when the move is not allowed. */
export function getNextPostStatus(status: PostStatus, action: PostAction): PostStatus | undefined {
  const allowedActions: readonly PostAction[] = postActions[status]
  return allowedActions.includes(action) ? postStatusAfter[action] : undefined
}

export function isAuthorActionAllowed(status: PostStatus, action: AuthorPostAction): boolean {
  const allowedActions: readonly AuthorPostAction[] = authorPostActions[status]
  return allowedActions.includes(action)
}

export function getNextResponseStatus(
  author: 'farmer' | 'expert',
  status: ResponseStatus,
  action: ResponseAction,
): ResponseStatus | undefined {
  const allowedActions: readonly ResponseAction[] = responseActions[author][status]
  return allowedActions.includes(action) ? responseStatusAfter[action] : undefined
}

/** What a flagged post or comment becomes by an admin's ruling; undefined where there is none to make or take back. */
export function getStatusAfterDecision<Before extends PostStatus | ResponseStatus>(
  { status, isDecided, before }: { status: PostStatus | ResponseStatus; isDecided: boolean; before: Before },
  decision: FlagDecision,
): 'flagged' | 'hidden' | Before | undefined {
  if (decision === 'undo') return isDecided ? 'flagged' : undefined
  if (status !== 'flagged') return undefined
  return decision === 'hide' ? 'hidden' : before
}

/** The columns of a post or comment that no flag and no ruling stands on. */
export const clearedFlag = { flag_reason: null, hidden_reason: null, ruled_at: null } as const

export const isTakenDown = (status: PostStatus | ResponseStatus): boolean => status === 'flagged' || status === 'hidden'

type FlagColumns = { status: PostStatus | ResponseStatus; flag_reason: string | null; hidden_reason: string | null }

/** Why something is off the board, as its writer is told; the reason of a dismissed flag is nobody's to read. */
export const getTakedownReason = ({ status, flag_reason, hidden_reason }: FlagColumns): string | null =>
  status === 'flagged' ? flag_reason : hidden_reason

export const isVisible = (status: ResponseStatus): boolean => status === 'approved' || status === 'endorsed'

/** An approved expert's word shows at once; everybody else's waits. */
export const getInitialStatus = (author: Caller): ResponseStatus => (canModerate(author) ? 'approved' : 'pending')

export const canModerate = ({ role, isApproved }: Caller): boolean => role === 'expert' && isApproved

/** Whether somebody may read a post. A withdrawn one is its farmer's alone. */
export function canView(caller: Caller, { status, farmer_id }: { status: PostStatus; farmer_id: string }): boolean {
  if (farmer_id === caller.id || status === 'approved') return true
  return status !== 'withdrawn' && canModerate(caller)
}

/** Points come to farmers alone: experts are asked to answer, not to collect. */
export function diffPoints(
  author: 'farmer' | 'expert',
  before: ResponseStatus,
  after: ResponseStatus,
): { awarded: PointReason[]; revoked: PointReason[] } {
  if (author === 'expert') return { awarded: [], revoked: [] }
  const earnedBefore = getEarnedPoints(before)
  const earnedAfter = getEarnedPoints(after)
  return {
    awarded: earnedAfter.filter(reason => !earnedBefore.includes(reason)),
    revoked: earnedBefore.filter(reason => !earnedAfter.includes(reason)),
  }
}

type PointReason = 'response_approved' | 'response_endorsed'

function getEarnedPoints(status: ResponseStatus): PointReason[] {
  if (status === 'endorsed') return ['response_approved', 'response_endorsed']
  return status === 'approved' ? ['response_approved'] : []
}
