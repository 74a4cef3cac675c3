import {
  type FlagRuling,
  type OwnPostMove,
  ownPostMoves,
  type PostMove,
  type PostStatus,
  postAfter,
  postMoves,
  type ResponseMove,
  type ResponseStatus,
  responseAfter,
  responseMoves,
} from '@kutu/contract/moderation'
import type { Caller } from '../http/session.ts'

const hour = 3600_000

export const limits = {
  firstDay: 24 * hour,
  /** A high-urgency post without an expert's answer for so long is brought before all experts. */
  unansweredFor: 6 * hour,
  /** How long an uploaded photo waits for its post. */
  uploadLife: 7 * 24 * hour,
  /** A flag may be undone at once: its letter waits a little longer than that. */
  flagLetterAfter: 60_000,
  commentsInLists: 20,
  commentsInPost: 100,
} as const

/** What a post becomes by an expert's move; undefined when the move is not allowed. */
export function postMoved(status: PostStatus, move: PostMove): PostStatus | undefined {
  const moves: readonly PostMove[] = postMoves[status]
  return moves.includes(move) ? postAfter[move] : undefined
}

export function mayOwner(status: PostStatus, move: OwnPostMove): boolean {
  const moves: readonly OwnPostMove[] = ownPostMoves[status]
  return moves.includes(move)
}

export function responseMoved(
  author: 'farmer' | 'expert',
  status: ResponseStatus,
  move: ResponseMove,
): ResponseStatus | undefined {
  const moves: readonly ResponseMove[] = responseMoves[author][status]
  return moves.includes(move) ? responseAfter[move] : undefined
}

/** What a flagged post or comment becomes by an admin's ruling; undefined where there is none to make or take back. */
export function ruled<Before extends PostStatus | ResponseStatus>(
  { status, isRuled, before }: { status: PostStatus | ResponseStatus; isRuled: boolean; before: Before },
  ruling: FlagRuling,
): 'flagged' | 'hidden' | Before | undefined {
  if (ruling === 'undo') return isRuled ? 'flagged' : undefined
  if (status !== 'flagged') return undefined
  return ruling === 'hide' ? 'hidden' : before
}

/** The columns of a post or comment that no flag and no ruling stands on. */
export const unruled = { flag_reason: null, hidden_reason: null, ruled_at: null } as const

export const isTakenOff = (status: PostStatus | ResponseStatus): boolean => status === 'flagged' || status === 'hidden'

type Judged = { status: PostStatus | ResponseStatus; flag_reason: string | null; hidden_reason: string | null }

/** Why something is off the board, as its writer is told; the reason of a dismissed flag is nobody's to read. */
export const reasonOf = ({ status, flag_reason, hidden_reason }: Judged): string | null =>
  status === 'flagged' ? flag_reason : hidden_reason

export const isShown = (status: ResponseStatus): boolean => status === 'approved' || status === 'endorsed'

/** An approved expert's word shows at once; everybody else's waits. */
export const firstStatusOf = (author: Caller): ResponseStatus => (mayModerate(author) ? 'approved' : 'pending')

export const mayModerate = ({ role, isApproved }: Caller): boolean => role === 'expert' && isApproved

/** Whether somebody may read a post. A withdrawn one is its farmer's alone. */
export function maySee(caller: Caller, { status, farmer_id }: { status: PostStatus; farmer_id: string }): boolean {
  if (farmer_id === caller.id || status === 'approved') return true
  return status !== 'withdrawn' && mayModerate(caller)
}

/** Points come to farmers alone: experts are asked to answer, not to collect. */
export function pointsMoved(
  author: 'farmer' | 'expert',
  before: ResponseStatus,
  after: ResponseStatus,
): { given: PointReason[]; taken: PointReason[] } {
  if (author === 'expert') return { given: [], taken: [] }
  const had = earnedBy(before)
  const has = earnedBy(after)
  return {
    given: has.filter(reason => !had.includes(reason)),
    taken: had.filter(reason => !has.includes(reason)),
  }
}

type PointReason = 'response_approved' | 'response_endorsed'

function earnedBy(status: ResponseStatus): PointReason[] {
  if (status === 'endorsed') return ['response_approved', 'response_endorsed']
  return status === 'approved' ? ['response_approved'] : []
}
