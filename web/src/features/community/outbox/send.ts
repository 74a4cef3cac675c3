import type { QueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { getAnalysisId, type ItemData, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { updateItem } from '../../../api/outbox/outbox-store.ts'
import type { Sender } from '../../../api/outbox/send-outbox.ts'
import { invalidatePosts, type PostInput } from '../shared/queries.ts'

export const sendComment: Sender<'comment'> = async (client, { key, data: { postId, content } }) => {
  const request = { params: { id: postId }, body: { content }, idempotencyKey: key }
  await callApi('POST /api/community/responses/{id}/', request)
  refresh(client)
  return undefined
}

/** Uploads the photo of a post, once, and then sends the post. */
export const sendPost: Sender<'post'> = async (client, write) => {
  const body = buildPostBody(await uploadPhoto(write))
  await callApi('POST /api/community/posts/', { body, idempotencyKey: write.key })
  refresh(client)
  return undefined
}

/** Refreshes what the screens show, without waiting for it: the network may be gone again. */
const refresh = (client: QueryClient): void => void invalidatePosts(client)

/** Returns the data of the post with the id of its photo, which the outbox keeps for the next attempt. */
async function uploadPhoto({ key, data }: OutboxItem<'post'>): Promise<ItemData['post']> {
  const { photo } = data
  if (photo === null || photo.id !== undefined) return data
  const request = { files: [photo.file], idempotencyKey: photo.key }
  const { id } = await callApi('POST /api/community/photos/', request)
  const uploaded = { ...photo, id }
  await updateItem(key, write =>
    write.kind === 'post' && write.data.photo?.key === photo.key
      ? { ...write, data: { ...write.data, photo: uploaded } }
      : write,
  )
  return { ...data, photo: uploaded }
}

/** Builds the body of a post whose photo is uploaded. An attempt from the form and one from the outbox send the same. */
export function buildPostBody({ form, photo, analysis }: ItemData['post']): PostInput {
  const analysisId = getAnalysisId(analysis)
  if (analysisId !== undefined) return { ...form, image: analysisId, rust_detection: analysisId }
  return { ...form, image: photo?.id ?? null }
}
