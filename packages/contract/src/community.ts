import { z } from 'zod'
import {
  after,
  arrayPage,
  asGiven,
  byId,
  cropType,
  id,
  instant,
  optionalText,
  page,
  paged,
  role,
  rustClass,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { errorStatus, uploadRefusals } from './errors.ts'
import { bulkLimit, writingLimits } from './moderation.ts'

export const diseaseType = z.enum(['common_rust', 'leaf_blust', 'gray_leaf_spot', 'none'])
export type DiseaseType = z.infer<typeof diseaseType>
/** As the disease is spelt elsewhere, too. */
const diseaseTypeSent = z
  .enum([...diseaseType.options, 'leaf_blast'])
  .transform(disease => (disease === 'leaf_blast' ? 'leaf_blust' : disease))
export const urgencyLevel = z.enum(['low', 'medium', 'high'])
export type UrgencyLevel = z.infer<typeof urgencyLevel>

export const postStatus = z.enum(['pending', 'flagged', 'hidden', 'approved', 'withdrawn'])
export const responseStatus = z.enum(['pending', 'approved', 'endorsed', 'flagged', 'hidden'])
export const postMove = z.enum(['flag', 'unflag', 'approve'])

const writer = z.object({ id, username: z.string() })
const count = z.number().int().min(0)

export const farmerComment = z.object({
  id,
  content: z.string(),
  created_at: instant,
  farmer: writer,
  /** An expert stands behind it. */
  is_endorsed: z.boolean(),
})
export type FarmerComment = z.infer<typeof farmerComment>

export const expertComment = z.object({
  id,
  content: z.string(),
  created_at: instant,
  /** With the expert's photo as a link an `<img>` can show for the next hour; null without one. */
  expert: writer.extend({ photo: z.string().nullable() }),
  /** The farmer's comment it answers, where that one shows; null for an answer to the post. */
  reply_to: id.nullable(),
})
export type ExpertComment = z.infer<typeof expertComment>

/** A comment as experts and its own writer see it, whatever became of it. */
export const response = z.object({
  id,
  post_id: id,
  content: z.string(),
  created_at: instant,
  author: writer.extend({ role: role.extract(['farmer', 'expert']) }),
  status: responseStatus,
  is_approved: z.boolean(),
  is_flagged: z.boolean(),
  is_endorsed: z.boolean(),
  flag_reason: z.string().nullable(),
  reply_to: id.nullable(),
})
export type PostResponse = z.infer<typeof response>

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
  farmer: writer,
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
export const postInFull = post.extend({ my_responses: z.array(response) })
export type PostInFull = z.infer<typeof postInFull>

/** Empty or null: none. Left out: none, or in an edit as it is. */
const optionalId = z
  .union([id, z.literal('')])
  .nullish()
  .transform(given => (given === '' ? null : given))
const writtenPost = z.object({
  title: asGiven(writingLimits.title),
  content: asGiven(writingLimits.post),
  crop_type: cropType,
  disease_type: diseaseTypeSent,
  urgency_level: urgencyLevel,
  /** The id of an uploaded photo, of an analysis (for its photo), or of one photo of a plant's analysis. */
  image: optionalId,
  /** The id of one of the farmer's own analyses. */
  rust_detection: optionalId,
})

const filters = {
  crop_type: cropType.optional(),
  disease_type: diseaseTypeSent.optional(),
  urgency_level: urgencyLevel.optional(),
  /** Every word must begin a word of the title or the content. */
  search: optionalText(100),
}
const flagReason = optionalText(writingLimits.reason)
const moderation = z.object({
  action: postMove,
  /** Told to the farmer when the post is flagged. */
  reason: flagReason,
  /** The version that was read: 409 when the farmer has changed the post since. */
  version: z.number().int().optional(),
})

export const moderated = z.object({
  id,
  /** Null when it was approved; else the word of the refusal. */
  error: z.enum(Object.keys(errorStatus) as [keyof typeof errorStatus]).nullable(),
  message: z.string().nullable(),
  post: post.nullable(),
})
export type Moderated = z.infer<typeof moderated>

export const community = {
  createPost: endpoint({
    method: 'POST',
    path: '/api/community/posts/',
    who: 'farmer',
    summary: 'Ask the community; experts approve it first',
    body: writtenPost,
    status: 201,
    reply: post,
    errors: ['duplicate_post', 'first_day_limit'],
    limit: { max: 30, seconds: 3600, by: 'user' },
  }),
  uploadPhoto: endpoint({
    method: 'POST',
    path: '/api/community/photos/',
    who: 'farmer',
    summary: 'Upload a photo for a post; its id goes into `image` within a week',
    files: { field: 'image', min: 1, max: 1 },
    status: 201,
    reply: z.object({ id, image: z.string() }),
    errors: uploadRefusals,
    limit: { max: 60, seconds: 3600, by: 'user' },
  }),
  listPosts: endpoint({
    method: 'GET',
    path: '/api/community/posts/',
    who: 'user',
    summary: 'Approved posts, newest first',
    query: arrayPage.extend({ ...filters, after }),
    status: 200,
    isArrayList: true,
    reply: z.array(post),
  }),
  listAllPosts: endpoint({
    method: 'GET',
    path: '/api/community/posts/all/',
    who: 'approved expert',
    summary:
      'Posts of every state, newest first or as a queue: the most urgent, then the longest waiting. With a search, the count stops at 200',
    query: page.extend({
      ...filters,
      after,
      status: postStatus.exclude(['withdrawn']).optional(),
      ordering: z.enum(['newest', 'queue']).default('newest'),
    }),
    status: 200,
    reply: paged(post),
  }),
  listMyPosts: endpoint({
    method: 'GET',
    path: '/api/community/posts/mine/',
    who: 'farmer',
    summary: 'Own posts, newest first; withdrawn ones only when asked for',
    query: arrayPage.extend({ ...filters, after, status: postStatus.optional() }),
    status: 200,
    isArrayList: true,
    reply: z.array(post),
  }),
  showPost: endpoint({
    method: 'GET',
    path: '/api/community/posts/{id}/',
    who: 'user',
    summary: 'One post: an approved one, an own one, or any for an approved expert',
    params: byId,
    status: 200,
    reply: postInFull,
    errors: ['not_found'],
  }),
  editPost: endpoint({
    method: 'PUT',
    path: '/api/community/posts/{id}/',
    who: 'farmer',
    summary: 'Change an own post while it is pending; `image` and `rust_detection` left out stay as they are',
    params: byId,
    body: writtenPost,
    status: 200,
    reply: post,
    errors: ['not_found', 'already_decided', 'duplicate_post'],
    limit: { max: 60, seconds: 3600, by: 'user' },
  }),
  withdrawPost: endpoint({
    method: 'DELETE',
    path: '/api/community/posts/{id}/',
    who: 'farmer',
    summary: 'Withdraw an own post: nobody sees it any longer',
    params: byId,
    status: 204,
    reply: z.void(),
    errors: ['not_found'],
  }),
  moderatePost: endpoint({
    method: 'PUT',
    path: '/api/community/posts/moderate/{id}/',
    who: 'approved expert',
    summary: 'Flag, unflag or approve a post',
    params: byId,
    body: moderation,
    status: 200,
    reply: post,
    errors: ['not_found', 'already_decided', 'edited_since'],
  }),
  approvePosts: endpoint({
    method: 'PUT',
    path: '/api/community/posts/moderate/',
    who: 'approved expert',
    summary: 'Approve several posts; each outcome is told, in the order asked',
    body: z.object({
      action: z.literal('approve'),
      posts: z
        .array(z.object({ id, version: z.number().int().optional() }))
        .min(1)
        .max(bulkLimit),
    }),
    status: 200,
    reply: z.object({ results: z.array(moderated) }),
    limit: { max: 120, seconds: 3600, by: 'user' },
  }),
  createResponse: endpoint({
    method: 'POST',
    path: '/api/community/responses/{id}/',
    who: 'farmer or expert',
    summary: "Comment on an approved post; an approved expert's shows at once",
    params: byId,
    body: z.object({ content: asGiven(writingLimits.response) }),
    status: 201,
    reply: response,
    errors: ['not_found', 'not_approved_yet', 'duplicate_response', 'first_day_limit'],
    limit: { max: 60, seconds: 3600, by: 'user' },
  }),
  listResponses: endpoint({
    method: 'GET',
    path: '/api/community/responses/moderate/{id}/',
    who: 'approved expert',
    summary: 'All comments on a post, newest first, with what became of them',
    params: byId,
    query: arrayPage.extend({ after, status: responseStatus.optional() }),
    status: 200,
    isArrayList: true,
    reply: z.array(response),
    errors: ['not_found'],
  }),
  moderateResponse: endpoint({
    method: 'PUT',
    path: '/api/community/responses/moderate/{id}/',
    who: 'approved expert',
    summary: 'Approve, flag or endorse a comment on the post {id}, comment on it, or both at once',
    params: byId,
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
          .transform(written => (written?.trim() ? written : undefined))
          .pipe(asGiven(writingLimits.response).optional()),
      })
      .refine(({ action, expert_comment }) => action !== undefined || expert_comment !== undefined, {
        path: ['action'],
        params: { reason: 'required' },
      }),
    status: 200,
    reply: response,
    errors: ['not_found', 'already_decided', 'own_response', 'not_approved_yet', 'duplicate_response'],
    limit: { max: 600, seconds: 3600, by: 'user' },
  }),
  showBoard: endpoint({
    method: 'GET',
    path: '/api/community/stats/',
    who: 'user',
    summary: 'How fast experts answer on the board',
    status: 200,
    reply: z.object({
      approved_posts: count,
      /** Over the 500 posts answered last; null while none is. */
      median_seconds_to_expert_answer: z.number().min(0).nullable(),
    }),
  }),
}
