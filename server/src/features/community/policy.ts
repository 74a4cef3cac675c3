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
import { retentionMs } from '@kutu/contract/retention'
import type { Caller } from '../../platform/http/authorization.ts'

const hour = 3600_000

export const limits = {
  newAccountPeriodMs: 24 * hour,
  /** Time after which a high-urgency post without an expert's answer is brought to all experts, in milliseconds. */
  unansweredAfterMs: 6 * hour,
  /** Time for which an uploaded photo waits for its post, in milliseconds. */
  uploadTtlMs: retentionMs('unusedUploads'),
  maxCommentsInLists: 20,
  maxCommentsInPost: 100,
} as const

/** Returns the status that an expert's action leads to, or undefined if the action is not allowed. */
export function getNextPostStatus(status: PostStatus, action: PostAction): PostStatus | undefined {
  const allowedActions: readonly PostAction[] = postActions[status]
  return allowedActions.includes(action) ? postStatusAfter[action] : undefined
}

/** Decides whether a post already has the status that an expert's action leads to. */
export const isPostActionApplied = (status: PostStatus, action: PostAction): boolean =>
  status === postStatusAfter[action]

export function isAuthorActionAllowed(status: PostStatus, action: AuthorPostAction): boolean {
  const allowedActions: readonly AuthorPostAction[] = authorPostActions[status]
  return allowedActions.includes(action)
}

export function getNextResponseStatus(status: ResponseStatus, action: ResponseAction): ResponseStatus | undefined {
  const allowedActions: readonly ResponseAction[] = responseActions[status]
  return allowedActions.includes(action) ? responseStatusAfter[action] : undefined
}

/**
 * Decides whether a comment already has the status that an expert's action leads to. An endorsed comment is approved as
 * well.
 */
export const isResponseActionApplied = (status: ResponseStatus, action: ResponseAction): boolean =>
  status === responseStatusAfter[action] || (action === 'approve' && status === 'endorsed')

/** Returns the status that an admin's decision leads to, or undefined if there is nothing to decide or to undo. */
export function getStatusAfterDecision<Before extends PostStatus | ResponseStatus>(
  { status, isDecided, before }: { status: PostStatus | ResponseStatus; isDecided: boolean; before: Before },
  decision: FlagDecision,
): 'flagged' | 'hidden' | Before | undefined {
  if (decision === 'undo') return isDecided ? 'flagged' : undefined
  if (status !== 'flagged') return undefined
  return decision === 'hide' ? 'hidden' : before
}

/** Column values of a post or comment without a flag or decision. */
export const clearedFlag = { flag_reason: null, hidden_reason: null, decided_at: null } as const

export const isTakenDown = (status: PostStatus | ResponseStatus): boolean => status === 'flagged' || status === 'hidden'

type FlagColumns = { status: PostStatus | ResponseStatus; flag_reason: string | null; hidden_reason: string | null }

/**
 * Returns the reason shown to the author of a post or comment that was taken down. The reason of a dismissed flag is
 * not shown to anyone.
 */
export const getTakedownReason = ({ status, flag_reason, hidden_reason }: FlagColumns): string | null =>
  status === 'flagged' ? flag_reason : hidden_reason

export const isVisible = (status: ResponseStatus): boolean => status === 'approved' || status === 'endorsed'

/** Comments of approved experts are visible immediately; all others wait for moderation. */
export const getInitialStatus = (author: Caller): ResponseStatus => (canModerate(author) ? 'approved' : 'pending')

export const canModerate = ({ role, isApproved }: Caller): boolean => role === 'expert' && isApproved

/** Decides whether a user may read a post. Only its farmer may read a withdrawn post. */
export function canView(caller: Caller, { status, farmer_id }: { status: PostStatus; farmer_id: string }): boolean {
  if (farmer_id === caller.id || status === 'approved') return true
  return status !== 'withdrawn' && canModerate(caller)
}

/** Returns the point events to award and to revoke for a change of status. Only farmers collect points. */
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
