/**
 * What may become of posts and comments, and by whose hand: the buttons and the policy both read it.
 * Free of schemas: the web carries it.
 */

/**
 * `hidden` is flagged for good: an admin's word, which only an admin takes back. `withdrawn` is the farmer's own word:
 * such a post is gone for everybody else.
 */
export type PostStatus = 'pending' | 'flagged' | 'hidden' | 'approved' | 'withdrawn'
export type PostAction = 'flag' | 'unflag' | 'approve'

/** An expert's moves. An approved post has none left, so an approval is undone only by not sending it yet. */
export const postActions = {
  pending: ['flag', 'approve'],
  flagged: ['unflag'],
  hidden: [],
  approved: [],
  withdrawn: [],
} as const satisfies Record<PostStatus, readonly PostAction[]>

export const postStatusAfter = { flag: 'flagged', unflag: 'pending', approve: 'approved' } as const satisfies Record<
  PostAction,
  PostStatus
>

/** The moves of the farmer who wrote it. An edit leaves it pending. */
export const authorPostActions = {
  pending: ['edit', 'withdraw'],
  flagged: ['withdraw'],
  hidden: ['withdraw'],
  approved: ['withdraw'],
  withdrawn: [],
} as const satisfies Record<PostStatus, readonly AuthorPostAction[]>
export type AuthorPostAction = 'edit' | 'withdraw'

/** `endorsed` is approved and more: an expert stands behind it. Both show to everybody. `hidden` is as of a post. */
export type ResponseStatus = 'pending' | 'approved' | 'endorsed' | 'flagged' | 'hidden'
/** What a comment may have been before a flag, and is again where the flag was unfounded. */
export type UnflaggedResponseStatus = Exclude<ResponseStatus, 'flagged' | 'hidden'>
export type ResponseAction = 'approve' | 'flag' | 'endorse'

/** An expert's moves on a comment, by the role of who wrote it. Nobody approves or endorses their own. */
export const responseActions = {
  farmer: {
    pending: ['approve', 'flag'],
    approved: ['endorse', 'flag'],
    endorsed: ['flag'],
    flagged: ['approve'],
    hidden: [],
  },
  expert: { pending: ['approve', 'flag'], approved: ['flag'], endorsed: [], flagged: ['approve'], hidden: [] },
} as const satisfies Record<'farmer' | 'expert', Record<ResponseStatus, readonly ResponseAction[]>>

export const responseStatusAfter = {
  approve: 'approved',
  flag: 'flagged',
  endorse: 'endorsed',
} as const satisfies Record<ResponseAction, ResponseStatus>

/**
 * An admin's word about an expert's flag: it stands for good (`hide`), it was unfounded and all is as before it
 * (`dismiss`), or the admin's own word of before is taken back and the flag waits again (`undo`).
 */
export type FlagDecision = 'hide' | 'dismiss' | 'undo'

/** How long what may be written is, in characters as JavaScript and `maxlength` count them. */
export const maxTextLengths = { title: 200, post: 5000, response: 2000, reason: 500 } as const

/** How much a new account may write within a day of its activation; an approved expert is no newcomer. */
export const newAccountLimits = { posts: 3, responses: 10 } as const

/** What an act of an expert earns its writer. */
export const pointsByEvent = { post_approved: 5, response_approved: 3, response_endorsed: 10 } as const

/** How many posts one bulk approval takes. */
export const maxBulkApprovals = 50
