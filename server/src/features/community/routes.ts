import { community } from '@kutu/contract/community/community'
import { savedReplies } from '@kutu/contract/community/saved-replies'
import { apiError } from '../../platform/http/api-error.ts'
import { implementContract } from '../../platform/http/handlers.ts'
import { storePhoto } from '../detection/photos/photos.ts'
import { mapVisionErrors } from '../detection/vision-errors.ts'
import { showBoard } from './board-stats.ts'
import { approvePosts, moderatePost, undoPostMove } from './moderation/post-moderation.ts'
import { moderateResponse } from './moderation/response-moderation.ts'
import { listAllPosts, listMyPosts, listPosts } from './posts/post-lists.ts'
import { addPostPhoto } from './posts/post-photos.ts'
import { createPost, editPost, showPost, withdrawPost } from './posts/posts.ts'
import { editResponse, listResponseVersions } from './responses/edit-response.ts'
import { createResponse, listResponses } from './responses/responses.ts'
import { listWaitingResponses } from './responses/waiting-responses.ts'
import {
  addStarterReplies,
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  updateSavedReply,
} from './saved-replies/saved-replies.ts'

export const communityFeature = implementContract(community)({
  createPost: (app, { db, caller, body, url }) => createPost(db, app, caller, body, url.origin),
  uploadPhoto: {
    async prepare(app, { uploads: [upload] }) {
      if (!upload) throw apiError('no_file')
      const photo = await storePhoto(app, await mapVisionErrors(app.vision.reencode(upload.bytes)))
      return ({ db, caller, url }) => addPostPhoto(db, app, caller, photo, url.origin)
    },
  },
  listPosts: (app, { db, query, url }) => listPosts(db, app, query, url),
  listAllPosts: (app, { query, url }) => listAllPosts(app, query, url),
  listMyPosts: (app, { caller, query, url }) => listMyPosts(app, caller, query, url),
  showPost: (app, { caller, params, url }) => showPost(app, caller, params.id, url.origin),
  editPost: (app, { caller, params, body, url }) => editPost(app, caller, params.id, body, url.origin),
  withdrawPost: (app, { caller, params }) => withdrawPost(app, caller, params.id),
  moderatePost: (app, { caller, params, body, url }) => moderatePost(app, caller, params.id, body, url.origin),
  undoPostMove: (app, { caller, params, url }) => undoPostMove(app, caller, params.id, url.origin),
  approvePosts: (app, { caller, body, url, language }) =>
    approvePosts(app, caller, body, { origin: url.origin, language }),
  createResponse: (app, { db, caller, params, body }) => createResponse(db, app, caller, params.id, body.content),
  editResponse: (app, { caller, params, body }) => editResponse(app, caller, params.id, body.content),
  listResponseVersions: (app, { caller, params, query, url }) =>
    listResponseVersions(app, caller, params.id, { query, url }),
  listResponses: (app, { params, query, url }) => listResponses(app, params.id, { query, url }),
  listWaitingResponses: (app, { caller, query, url }) => listWaitingResponses(app, caller, { query, url }),
  moderateResponse: (app, { caller, params, body }) => moderateResponse(app, caller, params.id, body),
  showBoard: (_, { db }) => showBoard(db),
})

export const savedRepliesFeature = implementContract(savedReplies)({
  listSavedReplies: (app, { caller, query, url }) => listSavedReplies(app, caller, { query, url }),
  createSavedReply: (app, { db, caller, body }) => createSavedReply(db, app, caller, body),
  addStarterReplies: async (app, { db, caller, body }) => ({
    added: await addStarterReplies(db, app, caller, body.language),
  }),
  updateSavedReply: (app, { caller, params, body }) => updateSavedReply(app, caller, params.id, body),
  deleteSavedReply: (app, { caller, params }) => deleteSavedReply(app, caller, params.id),
})
