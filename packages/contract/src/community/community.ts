import { z } from 'zod'
import {
  arrayPageQuery,
  count,
  cropType,
  cursor,
  id,
  instant,
  optionalText,
  pageQuery,
  paginated,
  person,
  role,
  rustClass,
  unpagedQuery,
  verbatimText,
} from '../common.ts'
import { band, fieldAnswers } from '../detection.ts'
import { endpoint } from '../endpoint.ts'
import { errorStatus } from '../errors.ts'
import { maxBulkApprovals, maxTextLengths } from './moderation.ts'

export const diseaseType = z.enum(['common_rust', 'leaf_blust', 'gray_leaf_spot', 'none'])
export type DiseaseType = z.infer<typeof diseaseType>
/** Also accepts the usual spelling `leaf_blast`. */
const diseaseTypeInput = z
  .enum([...diseaseType.options, 'leaf_blast'])
  .transform(disease => (disease === 'leaf_blast' ? 'leaf_blust' : disease))
export const urgencyLevel = z.enum(['low', 'medium', 'high'])
export type UrgencyLevel = z.infer<typeof urgencyLevel>

export const postStatus = z.enum(['pending', 'flagged', 'hidden', 'approved', 'withdrawn'])
export const responseStatus = z.enum(['pending', 'approved', 'endorsed', 'flagged', 'hidden'])
export const postAction = z.enum(['flag', 'unflag', 'approve'])

export const farmerComment = z.object({
  id,
  content: z.string(),
  created_at: instant,
  farmer: person,
  /** True when an expert has endorsed it. */
  is_endorsed: z.boolean(),
})
export type FarmerComment = z.infer<typeof farmerComment>

export const expertComment = z.object({
  id,
  content: z.string(),
  created_at: instant,
  /** `photo` is a URL for `<img>` that is valid for an hour; null without a photo. */
  expert: person.extend({ photo: z.string().nullable() }),
  /** The farmer's comment that it replies to, if that is visible; null for a reply to the post. */
  reply_to: id.nullable(),
  /** Time of the last change; null if never changed. */
  edited_at: instant.nullable(),
  /** True when another expert has endorsed it. */
  is_endorsed: z.boolean(),
})
export type ExpertComment = z.infer<typeof expertComment>

/** A comment as experts and its author see it, in any state. */
export const postResponse = z.object({
  id,
  post_id: id,
  content: z.string(),
  created_at: instant,
  author: person.extend({ role: role.extract(['farmer', 'expert']) }),
  status: responseStatus,
  is_approved: z.boolean(),
  is_flagged: z.boolean(),
  is_endorsed: z.boolean(),
  flag_reason: z.string().nullable(),
  reply_to: id.nullable(),
  /** Time of the last change; null if never changed. */
  edited_at: instant.nullable(),
})
export type PostResponse = z.infer<typeof postResponse>

/** An earlier text of an answer, and when it was written. */
export const responseVersion = z.object({ content: z.string(), written_at: instant })
export type ResponseVersion = z.infer<typeof responseVersion>

/** A comment in the queue over all posts. */
export const waitingResponse = postResponse.extend({ post_title: z.string() })
export type WaitingResponse = z.infer<typeof waitingResponse>

export const post = z.object({
  id,
  title: z.string(),
  content: z.string(),
  /** URL for `<img>` that is valid for an hour. */
  image: z.string().nullable(),
  disease_type: diseaseType,
  crop_type: cropType,
  urgency_level: urgencyLevel,
  /** The analysis that the post is about, and its result. */
  rust_detection: id.nullable(),
  rust_result: z
    .object({
      rust_class: rustClass,
      confidence: z.number(),
      verdict: z.string(),
      band,
      /** True when `image` is the analyzed photo. Experts may then correct its label. */
      is_of_image: z.boolean(),
      /** The farmer's answers about the plant. */
      answers: fieldAnswers,
    })
    .nullable(),
  farmer: person,
  created_at: instant,
  /** Time of the last edit; null if never edited. */
  edited_at: instant.nullable(),
  status: postStatus,
  /** Also true for a hidden post. */
  is_flagged: z.boolean(),
  is_approved: z.boolean(),
  /** Reason of the flag or of hiding; only for experts and the author. */
  flag_reason: z.string().nullable(),
  /** Increases with every edit. Send it with a moderation, which then fails if the post was edited meanwhile. */
  version: z.number().int(),
  /** Newest first: at most 20 of each kind in a list, 100 in a single post. The counts include all comments. */
  farmer_comments: z.array(farmerComment),
  expert_comments: z.array(expertComment),
  farmer_comment_count: count,
  expert_comment_count: count,
})
export type Post = z.infer<typeof post>

/** A single post, with the caller's own comments that others cannot see yet. */
export const postDetails = post.extend({ my_responses: z.array(postResponse) })
export type PostDetails = z.infer<typeof postDetails>

/** An empty string or null clears the value. A missing value means none, or no change in an edit. */
const optionalId = z
  .union([id, z.literal('')])
  .nullish()
  .transform(value => (value === '' ? null : value))
const postInput = z.object({
  title: verbatimText(maxTextLengths.title),
  content: verbatimText(maxTextLengths.post),
  crop_type: cropType,
  disease_type: diseaseTypeInput,
  urgency_level: urgencyLevel,
  /** Id of an uploaded photo, of an analysis (for its photo), or of one photo of a plant analysis. */
  image: optionalId,
  /** Id of one of the farmer's own analyses. */
  rust_detection: optionalId,
})

const postFilters = {
  crop_type: cropType.optional(),
  disease_type: diseaseTypeInput.optional(),
  urgency_level: urgencyLevel.optional(),
  /** Each word must be a prefix of a word in the title or the content. */
  search: optionalText(100),
}
const flagReason = optionalText(maxTextLengths.reason)
const optionalComment = z
  .string()
  .nullish()
  .transform(value => (value?.trim() ? value : undefined))
  .pipe(verbatimText(maxTextLengths.response).optional())
const moderation = z
  .object({
    action: postAction,
    /** Sent to the author when the post is flagged. */
    reason: flagReason,
    /** Version that the expert has read. 409 edited_since when the post was edited afterwards. */
    version: z.number().int().optional(),
    /** With `approve`: the expert's answer, visible at once. Both are stored, or neither. */
    answer: optionalComment,
  })
  .refine(({ action, answer }) => action === 'approve' || answer === undefined, {
    path: ['answer'],
    params: { reason: 'invalid' },
  })

/** True if the caller can undo: not if another expert had already done the same. */
const isUndoable = z.boolean()

export const moderationResult = z.object({
  id,
  /** Error code; null when the post was approved. */
  error: z.enum(Object.keys(errorStatus) as [keyof typeof errorStatus]).nullable(),
  message: z.string().nullable(),
  post: post.nullable(),
  is_undoable: isUndoable,
})
export type ModerationResult = z.infer<typeof moderationResult>

export const community = {
  createPost: endpoint({
    method: 'POST',
    path: '/api/community/posts/',
    access: 'farmer',
    summary: 'Create a post; an expert must approve it before others see it',
    body: postInput,
    status: 201,
    reply: post,
    errors: ['duplicate_post', 'first_day_limit'],
    rateLimit: { max: 30, seconds: 3600, by: 'user' },
  }),
  uploadPhoto: endpoint({
    method: 'POST',
    path: '/api/community/photos/',
    access: 'farmer',
    summary: 'Upload a photo for a post; use its id as `image` within a week',
    files: { field: 'image', min: 1, max: 1 },
    status: 201,
    reply: z.object({ id, image: z.string() }),
    errors: ['storage_unavailable'],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  listPosts: endpoint({
    method: 'GET',
    path: '/api/community/posts/',
    access: 'user',
    summary: 'List approved posts, newest first',
    query: arrayPageQuery.extend({ ...postFilters, after: cursor }),
    isLinkPaginated: true,
    reply: z.array(post),
  }),
  listAllPosts: endpoint({
    method: 'GET',
    path: '/api/community/posts/all/',
    access: 'approved expert',
    summary:
      'List posts in any state, newest first or as a queue (most urgent, then longest waiting). 200 per page without page and page_size, else 10 by default. With a search, matches are counted up to 200 (count_is_capped)',
    query: unpagedQuery.extend({
      ...postFilters,
      after: cursor,
      status: postStatus.exclude(['withdrawn']).optional(),
      ordering: z.enum(['newest', 'queue']).default('newest'),
    }),
    reply: paginated(post),
  }),
  listMyPosts: endpoint({
    method: 'GET',
    path: '/api/community/posts/mine/',
    access: 'farmer',
    summary: 'List the caller’s posts, newest first; withdrawn ones only with the status filter',
    query: arrayPageQuery.extend({ ...postFilters, after: cursor, status: postStatus.optional() }),
    isLinkPaginated: true,
    reply: z.array(post),
  }),
  showPost: endpoint({
    method: 'GET',
    path: '/api/community/posts/{id}/',
    access: 'user',
    summary: 'Get a post: any approved one, the caller’s own, or any for approved experts',
    reply: postDetails,
  }),
  editPost: endpoint({
    method: 'PUT',
    path: '/api/community/posts/{id}/',
    access: 'farmer',
    summary: 'Edit a pending post of the caller; missing `image` and `rust_detection` do not change',
    body: postInput,
    reply: post,
    errors: ['already_decided', 'duplicate_post'],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  withdrawPost: endpoint({
    method: 'DELETE',
    path: '/api/community/posts/{id}/',
    access: 'farmer',
    summary: 'Withdraw a post of the caller; nobody else sees it any more',
  }),
  moderatePost: endpoint({
    method: 'PUT',
    path: '/api/community/posts/moderate/{id}/',
    access: 'approved expert',
    summary: 'Flag, unflag or approve a post; an approval may carry the expert’s answer',
    body: moderation,
    reply: post.extend({ is_undoable: isUndoable }),
    errors: ['already_decided', 'edited_since', 'duplicate_response'],
  }),
  undoPostMove: endpoint({
    method: 'PUT',
    path: '/api/community/posts/{id}/undo/',
    access: 'approved expert',
    summary: 'Undo the caller’s own last move on a post, within 60 seconds and unless somebody changed the post since',
    reply: post,
    errors: ['too_late'],
  }),
  approvePosts: endpoint({
    method: 'PUT',
    path: '/api/community/posts/moderate/',
    access: 'approved expert',
    summary: 'Approve several posts; returns one result per post, in request order',
    body: z.object({
      action: z.literal('approve'),
      posts: z
        .array(z.object({ id, version: z.number().int().optional() }))
        .min(1)
        .max(maxBulkApprovals),
    }),
    reply: z.object({ results: z.array(moderationResult) }),
    rateLimit: { max: 120, seconds: 3600, by: 'user' },
  }),
  createResponse: endpoint({
    method: 'POST',
    path: '/api/community/responses/{id}/',
    access: 'farmer or expert',
    summary: 'Comment on an approved post; comments of approved experts are visible immediately',
    body: z.object({ content: verbatimText(maxTextLengths.response) }),
    status: 201,
    reply: postResponse,
    errors: ['not_approved_yet', 'duplicate_response', 'first_day_limit'],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  editResponse: endpoint({
    method: 'PUT',
    path: '/api/community/responses/edit/{id}/',
    access: 'expert',
    summary: 'Change the text of an own visible answer within an hour; earlier texts stay readable',
    body: z.object({ content: verbatimText(maxTextLengths.response) }),
    reply: postResponse,
    errors: ['already_decided', 'edit_time_over', 'duplicate_response'],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  listResponseVersions: endpoint({
    method: 'GET',
    path: '/api/community/responses/versions/{id}/',
    access: 'user',
    summary: 'List the earlier texts of an answer, newest first',
    query: pageQuery,
    reply: paginated(responseVersion),
  }),
  listResponses: endpoint({
    method: 'GET',
    path: '/api/community/responses/moderate/{id}/',
    access: 'approved expert',
    summary: 'List all comments on a post with their status, newest first',
    query: arrayPageQuery.extend({ after: cursor, status: responseStatus.optional() }),
    isLinkPaginated: true,
    reply: z.array(postResponse),
  }),
  listWaitingResponses: endpoint({
    method: 'GET',
    path: '/api/community/responses/waiting/',
    access: 'approved expert',
    summary: 'List the undecided comments of others on all approved posts, longest waiting first',
    query: pageQuery,
    reply: paginated(waitingResponse),
  }),
  moderateResponse: endpoint({
    method: 'PUT',
    path: '/api/community/responses/moderate/{id}/',
    access: 'approved expert',
    summary:
      'Approve, flag or endorse a comment on the post {id}, reply to it, or both; or undo the caller’s own last move within 60 seconds',
    body: z
      .object({
        response_id: id,
        action: z
          .enum(['approve', 'flag', 'reject', 'endorse', 'undo'])
          .transform(action => (action === 'reject' ? 'flag' : action))
          .optional(),
        /** Sent to the author when the comment is flagged. */
        reason: flagReason,
        /** Immediately visible among the expert comments of the post. */
        expert_comment: optionalComment,
      })
      .refine(({ action, expert_comment }) => action !== undefined || expert_comment !== undefined, {
        path: ['action'],
        params: { reason: 'required' },
      }),
    reply: postResponse.extend({ is_undoable: isUndoable }),
    errors: ['already_decided', 'own_response', 'too_late', 'not_approved_yet', 'duplicate_response'],
    rateLimit: { max: 600, seconds: 3600, by: 'user' },
  }),
  showBoard: endpoint({
    method: 'GET',
    path: '/api/community/stats/',
    access: 'user',
    summary: 'Get how fast experts answer on the board',
    reply: z.object({
      /** Over the last 500 answered posts; null without any. */
      median_seconds_to_expert_answer: z.number().min(0).nullable(),
    }),
  }),
}
