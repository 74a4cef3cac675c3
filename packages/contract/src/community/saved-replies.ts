import { z } from 'zod'
import { cropType, id, language, pageQuery, paginated, person, verbatimText } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { maxTextLengths } from './moderation.ts'

const savedReplyInput = z.object({
  title: verbatimText(80),
  content: verbatimText(maxTextLengths.response),
  /** Id of an article (`/learn/<id>`) whose link is inserted with the text; null for none. */
  article: z
    .string()
    .regex(/^[a-z0-9-]{1,80}$/)
    .nullable(),
  /** Other experts may read and insert it. */
  is_shared: z.boolean(),
})

/** A text that an expert keeps for answers. */
export const savedReply = savedReplyInput.extend({
  id,
  author: person,
})
export type SavedReply = z.infer<typeof savedReply>
export type SavedReplyInput = z.infer<typeof savedReplyInput>

const rateLimit = { max: 240, seconds: 3600, by: 'user' } as const

export const savedReplies = {
  listSavedReplies: endpoint({
    method: 'GET',
    path: '/api/community/saved-replies/',
    access: 'approved expert',
    summary:
      'List the caller’s saved replies, then those that other experts share, those about the crop first, each by title',
    query: pageQuery.extend({ crop: cropType.optional() }),
    reply: paginated(savedReply),
  }),
  createSavedReply: endpoint({
    method: 'POST',
    path: '/api/community/saved-replies/',
    access: 'approved expert',
    summary: 'Save a reply for later answers; at most 100 for each expert',
    body: savedReplyInput,
    status: 201,
    reply: savedReply,
    errors: ['too_many_saved_replies'],
    rateLimit,
  }),
  addStarterReplies: endpoint({
    method: 'POST',
    path: '/api/community/saved-replies/starters/',
    access: 'approved expert',
    summary: 'Save a reply about each disease, in the words of its advice, for a caller who has saved none',
    body: z.object({ language }),
    status: 201,
    reply: z.object({
      /** Number of saved replies; 0 for a caller who had some. */
      added: z.number().int(),
    }),
    rateLimit,
  }),
  updateSavedReply: endpoint({
    method: 'PUT',
    path: '/api/community/saved-replies/{id}/',
    access: 'approved expert',
    summary: 'Replace a saved reply of the caller',
    body: savedReplyInput,
    reply: savedReply,
    rateLimit,
  }),
  deleteSavedReply: endpoint({
    method: 'DELETE',
    path: '/api/community/saved-replies/{id}/',
    access: 'approved expert',
    summary: 'Delete a saved reply of the caller; answers that used it stay',
  }),
}
