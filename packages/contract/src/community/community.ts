import { z } from 'zod'
import {
  arrayPageQuery,
  cropType,
  cursor,
  id,
  idParams,
  instant,
  optionalText,
  pageQuery,
  paginated,
  role,
  rustClass,
  verbatimText,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { errorStatus, uploadErrors } from '../errors.ts'
import { maxBulkApprovals, maxTextLengths } from './moderation.ts'

export const diseaseType = z.enum(['common_rust', 'leaf_blust', 'gray_leaf_spot', 'none'])
export type DiseaseType = z.infer<typeof diseaseType>
/** As the disease is spelt elsewhere, too. */
const diseaseTypeInput = z
  .enum([...diseaseType.options, 'leaf_blast'])
  .transform(disease => (disease === 'leaf_blast' ? 'leaf_blust' : disease))
export const urgencyLevel = z.enum(['low', 'medium', 'high'])
export type UrgencyLevel = z.infer<typeof urgencyLevel>

export const postStatus = z.enum(['pending', 'flagged', 'hidden', 'approved', 'withdrawn'])
export const responseStatus = z.enum(['pending', 'approved', 'endorsed', 'flagged', 'hidden'])
export const postAction = z.enum(['flag', 'unflag', 'approve'])

const author = z.object({ id, username: z.string() })
const count = z.number().int().min(0)

export const farmerComment = z.object({
  id,
  content: z.string(),
  created_at: instant,
  farmer: author,
  /** An expert stands behind it. */
  is_endorsed: z.boolean(),
})
export type FarmerComment = z.infer<typeof farmerComment>

export const expertComment = z.object({
  id,
  content: z.string(),
  created_at: instant,
  /** With the expert's photo as a link an `<img>` can show for the next hour; null without one. */
  expert: author.extend({ photo: z.string().nullable() }),
  /** The farmer's comment it answers, where that one shows; null for an answer to the post. */
  reply_to: id.nullable(),
})
export type ExpertComment = z.infer<typeof expertComment>

/** A comment as experts and its own writer see it, whatever became of it. */
export const postResponse = z.object({
  id,
  post_id: id,
  content: z.string(),
  created_at: instant,
  author: author.extend({ role: role.extract(['farmer', 'expert']) }),
  status: responseStatus,
  is_approved: z.boolean(),
  is_flagged: z.boolean(),
  is_endorsed: z.boolean(),
  flag_reason: z.string().nullable(),
  reply_to: id.nullable(),
})
export type PostResponse = z.infer<typeof postResponse>

export const post = z.object({
  id,
  title: z.string(),
  content: z.string(),
  /** A link an `<img>` can show for the next hour. */
  image: z.string().nullable(),
  disease_type: diseaseType,
  crop_type: cropType,
  urgency_level: urgencyLevel,
  /** The analysis it asks about, and what that found. */
  rust_detection: id.nullable(),
  rust_result: z
    .object({
      rust_class: rustClass,
      confidence: z.number(),
      verdict: z.string(),
      /** Whether `image` is the photo it judged: then an expert may say what it really shows. */
      is_of_image: z.boolean(),
    })
    .nullable(),
  farmer: author,
  created_at: instant,
  /** When its farmer last changed it; null for never. */
  edited_at: instant.nullable(),
  status: postStatus,
  /** Also of a hidden one. */
  is_flagged: z.boolean(),
  is_approved: z.boolean(),
  /** Why an expert flagged it, or an admin hid it: for experts and its own farmer. */
  flag_reason: z.string().nullable(),
  /** Goes up with every edit: sent along with a moderation, it makes sure that what was read is what is judged. */
  version: z.number().int(),
  /** Newest first: the newest 20 of each kind in a list, the newest 100 in a single post; the counts are of all. */
  farmer_comments: z.array(farmerComment),
  expert_comments: z.array(expertComment),
  farmer_comment_count: count,
  expert_comment_count: count,
})
export type Post = z.infer<typeof post>

/** One post alone also has the caller's own comments that do not show to others yet. */
export const postDetails = post.extend({ my_responses: z.array(postResponse) })
export type PostDetails = z.infer<typeof postDetails>

/** Empty or null: none. Left out: none, or in an edit as it is. */
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
  /** The id of an uploaded photo, of an analysis (for its photo), or of one photo of a plant's analysis. */
  image: optionalId,
  /** The id of one of the farmer's own analyses. */
  rust_detection: optionalId,
})

const postFilters = {
  crop_type: cropType.optional(),
  disease_type: diseaseTypeInput.optional(),
  urgency_level: urgencyLevel.optional(),
  /** Every word must begin a word of the title or the content. */
  search: optionalText(100),
}
const flagReason = optionalText(maxTextLengths.reason)
const moderation = z.object({
  action: postAction,
  /** Told to the farmer when the post is flagged. */
  reason: flagReason,
  /** The version that was read: 409 when the farmer has changed the post since. */
  version: z.number().int().optional(),
})

export const moderationResult = z.object({
  id,
  /** Null when it was approved; else the word of the refusal. */
  error: z.enum(Object.keys(errorStatus) as [keyof typeof errorStatus]).nullable(),
  message: z.string().nullable(),
  post: post.nullable(),
})
export type ModerationResult = z.infer<typeof moderationResult>

export const community = {
  createPost: endpoint({
    method: 'POST',
    path: '/api/community/posts/',
    access: 'farmer',
    summary: 'Ask the community; experts approve it first',
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
    summary: 'Upload a photo for a post; its id goes into `image` within a week',
    files: { field: 'image', min: 1, max: 1 },
    status: 201,
    reply: z.object({ id, image: z.string() }),
    errors: uploadErrors,
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  listPosts: endpoint({
    method: 'GET',
    path: '/api/community/posts/',
    access: 'user',
    summary: 'Approved posts, newest first',
    query: arrayPageQuery.extend({ ...postFilters, after: cursor }),
    status: 200,
    isLinkPaginated: true,
    reply: z.array(post),
  }),
  listAllPosts: endpoint({
    method: 'GET',
    path: '/api/community/posts/all/',
    access: 'approved expert',
    summary:
      'Posts of every state, newest first or as a queue: the most urgent, then the longest waiting. With a search, the count stops at 200',
    query: pageQuery.extend({
      ...postFilters,
      after: cursor,
      status: postStatus.exclude(['withdrawn']).optional(),
      ordering: z.enum(['newest', 'queue']).default('newest'),
    }),
    status: 200,
    reply: paginated(post),
  }),
  listMyPosts: endpoint({
    method: 'GET',
    path: '/api/community/posts/mine/',
    access: 'farmer',
    summary: 'Own posts, newest first; withdrawn ones only when asked for',
    query: arrayPageQuery.extend({ ...postFilters, after: cursor, status: postStatus.optional() }),
    status: 200,
    isLinkPaginated: true,
    reply: z.array(post),
  }),
  showPost: endpoint({
    method: 'GET',
    path: '/api/community/posts/{id}/',
    access: 'user',
    summary: 'One post: an approved one, an own one, or any for an approved expert',
    params: idParams,
    status: 200,
    reply: postDetails,
    errors: ['not_found'],
  }),
  editPost: endpoint({
    method: 'PUT',
    path: '/api/community/posts/{id}/',
    access: 'farmer',
    summary: 'Change an own post while it is pending; `image` and `rust_detection` left out stay as they are',
    params: idParams,
    body: postInput,
    status: 200,
    reply: post,
    errors: ['not_found', 'already_decided', 'duplicate_post'],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  withdrawPost: endpoint({
    method: 'DELETE',
    path: '/api/community/posts/{id}/',
    access: 'farmer',
    summary: 'Withdraw an own post: nobody sees it any longer',
    params: idParams,
    status: 204,
    reply: z.void(),
    errors: ['not_found'],
  }),
  moderatePost: endpoint({
    method: 'PUT',
    path: '/api/community/posts/moderate/{id}/',
    access: 'approved expert',
    summary: 'Flag, unflag or approve a post',
    params: idParams,
    body: moderation,
    status: 200,
    reply: post,
    errors: ['not_found', 'already_decided', 'edited_since'],
  }),
  approvePosts: endpoint({
    method: 'PUT',
    path: '/api/community/posts/moderate/',
    access: 'approved expert',
    summary: 'Approve several posts; each outcome is told, in the order asked',
    body: z.object({
      action: z.literal('approve'),
      posts: z
        .array(z.object({ id, version: z.number().int().optional() }))
        .min(1)
        .max(maxBulkApprovals),
    }),
    status: 200,
    reply: z.object({ results: z.array(moderationResult) }),
    rateLimit: { max: 120, seconds: 3600, by: 'user' },
  }),
  createResponse: endpoint({
    method: 'POST',
    path: '/api/community/responses/{id}/',
    access: 'farmer or expert',
    summary: "Comment on an approved post; an approved expert's shows at once",
    params: idParams,
    body: z.object({ content: verbatimText(maxTextLengths.response) }),
    status: 201,
    reply: postResponse,
    errors: ['not_found', 'not_approved_yet', 'duplicate_response', 'first_day_limit'],
    rateLimit: { max: 60, seconds: 3600, by: 'user' },
  }),
  listResponses: endpoint({
    method: 'GET',
    path: '/api/community/responses/moderate/{id}/',
    access: 'approved expert',
    summary: 'All comments on a post, newest first, with what became of them',
    params: idParams,
    query: arrayPageQuery.extend({ after: cursor, status: responseStatus.optional() }),
    status: 200,
    isLinkPaginated: true,
    reply: z.array(postResponse),
    errors: ['not_found'],
  }),
  moderateResponse: endpoint({
    method: 'PUT',
    path: '/api/community/responses/moderate/{id}/',
    access: 'approved expert',
    summary: 'Approve, flag or endorse a comment on the post {id}, comment on it, or both at once',
    params: idParams,
    body: z
      .object({
        response_id: id,
        action: z
          .enum(['approve', 'flag', 'reject', 'endorse'])
          .transform(action => (action === 'reject' ? 'flag' : action))
          .optional(),
        /** Told to its writer when the comment is flagged. */
        reason: flagReason,
        /** Shows at once among the post's expert comments. */
        expert_comment: z
          .string()
          .nullish()
          .transform(value => (value?.trim() ? value : undefined))
          .pipe(verbatimText(maxTextLengths.response).optional()),
      })
      .refine(({ action, expert_comment }) => action !== undefined || expert_comment !== undefined, {
        path: ['action'],
        params: { reason: 'required' },
      }),
    status: 200,
    reply: postResponse,
    errors: ['not_found', 'already_decided', 'own_response', 'not_approved_yet', 'duplicate_response'],
    rateLimit: { max: 600, seconds: 3600, by: 'user' },
  }),
  showBoard: endpoint({
    method: 'GET',
    path: '/api/community/stats/',
    access: 'user',
    summary: 'How fast experts answer on the board',
    status: 200,
    reply: z.object({
      approved_posts: count,
      /** Over the 500 posts answered last; null while none is. */
      median_seconds_to_expert_answer: z.number().min(0).nullable(),
    }),
  }),
}
