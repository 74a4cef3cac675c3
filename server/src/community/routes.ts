import { community } from '@kutu/contract/community'
import { refusingBadPhotos } from '../detection/refusals.ts'
import { refuse } from '../http/errors.ts'
import { handlers } from '../http/handlers.ts'
import { showBoard } from './board.ts'
import { approvePosts, moderatePost } from './moderation.ts'
import { listAllPosts, listMyPosts, listPosts } from './post-lists.ts'
import { addPostPhoto } from './post-photos.ts'
import { createPost, editPost, showPost, withdrawPost } from './posts.ts'
import { moderateResponse } from './response-moderation.ts'
import { createResponse, listResponses } from './responses.ts'

export const communityFeature = handlers(community)({
  createPost: (app, { caller, body, address }) => createPost(app, caller, body, address.origin),
  uploadPhoto: {
    async ahead(app, { uploads: [upload] }) {
      if (!upload) throw refuse('no_file')
      const photo = await refusingBadPhotos(app.vision.reencode(upload.bytes))
      return (within, { caller, address }) => addPostPhoto(within, caller, photo, address.origin)
    },
  },
  listPosts: (app, { query, address }) => listPosts(app, query, address),
  listAllPosts: (app, { query, address }) => listAllPosts(app, query, address),
  listMyPosts: (app, { caller, query, address }) => listMyPosts(app, caller, query, address),
  showPost: (app, { caller, params, address }) => showPost(app, caller, params.id, address.origin),
  editPost: (app, { caller, params, body, address }) => editPost(app, caller, params.id, body, address.origin),
  withdrawPost: (app, { caller, params }) => withdrawPost(app, caller, params.id),
  moderatePost: (app, { caller, params, body, address }) => moderatePost(app, caller, params.id, body, address.origin),
  approvePosts: (app, { caller, body, address, language }) =>
    approvePosts(app, caller, body, { origin: address.origin, language }),
  createResponse: (app, { caller, params, body }) => createResponse(app, caller, params.id, body.content),
  listResponses: (app, { params, query, address }) => listResponses(app, params.id, { query, address }),
  moderateResponse: (app, { caller, params, body }) => moderateResponse(app, caller, params.id, body),
  showBoard: app => showBoard(app),
})
