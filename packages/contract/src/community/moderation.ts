/**
 * State machines of posts and comments, for the policy and the buttons. No schemas here: the web bundles this file.
 */

/** `hidden` was flagged, and an admin confirmed that. `withdrawn` was set by the author; nobody else sees it. */
export type PostStatus = 'pending' | 'flagged' | 'hidden' | 'approved' | 'withdrawn'
export type PostAction = 'flag' | 'unflag' | 'approve'

/** Actions of an expert. An approved post has none; the expert who approved it can undo that for a minute. */
export const postActions = {
  pending: ['flag', 'approve'],
  flagged: ['unflag'],
  hidden: ['unflag'],
  approved: [],
  withdrawn: [],
} as const satisfies Record<PostStatus, readonly PostAction[]>

export const postStatusAfter = { flag: 'flagged', unflag: 'pending', approve: 'approved' } as const satisfies Record<
  PostAction,
  PostStatus
>

/** Actions of the author. An edited post stays pending. */
export const authorPostActions = {
  pending: ['edit', 'withdraw'],
  flagged: ['withdraw'],
  hidden: ['withdraw'],
  approved: ['withdraw'],
  withdrawn: [],
} as const satisfies Record<PostStatus, readonly AuthorPostAction[]>
export type AuthorPostAction = 'edit' | 'withdraw'

/** `endorsed` is approved and recommended by an expert; both are public. `hidden` was set by an admin, and only an admin can undo it. */
export type ResponseStatus = 'pending' | 'approved' | 'endorsed' | 'flagged' | 'hidden'
/** States that a comment can have before it is flagged and returns to when the flag is dismissed. */
export type UnflaggedResponseStatus = Exclude<ResponseStatus, 'flagged' | 'hidden'>
export type ResponseAction = 'approve' | 'flag' | 'endorse'

/** Actions of an expert on a comment. Authors cannot approve or endorse their own comments. */
export const responseActions = {
  pending: ['approve', 'flag'],
  approved: ['endorse', 'flag'],
  endorsed: ['flag'],
  flagged: ['approve'],
  hidden: [],
} as const satisfies Record<ResponseStatus, readonly ResponseAction[]>

export const responseStatusAfter = {
  approve: 'approved',
  flag: 'flagged',
  endorse: 'endorsed',
} as const satisfies Record<ResponseAction, ResponseStatus>

/**
 * Decision of an admin on an expert's flag: `hide` confirms it, `dismiss` restores the previous state, `undo`
 * reverts the admin's earlier decision.
 */
export type FlagDecision = 'hide' | 'dismiss' | 'undo'

/** Maximum text lengths in UTF-16 code units, as JavaScript and `maxlength` count them. */
export const maxTextLengths = { title: 200, post: 5000, response: 2000, reason: 500 } as const

/** Limits for the first day after activation. They do not apply to approved experts. */
export const newAccountLimits = { posts: 3, responses: 10 } as const

/** Points that an author earns when an expert approves or endorses. */
export const pointsByEvent = { post_approved: 5, response_approved: 3, response_endorsed: 10 } as const

/** Time for which experts can undo their own last move on a post or comment. */
export const undoWindowSeconds = 60

/** Time for which experts can change their own answers. Constraint responses_edited_within_an_hour. */
export const answerEditSeconds = 3600

/** Maximum number of posts in one bulk approval. */
export const maxBulkApprovals = 50
