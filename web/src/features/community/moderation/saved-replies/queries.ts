import type { CropType, Language } from '@kutu/contract/common'
import type { SavedReplyInput } from '@kutu/contract/community/saved-replies'
import { callApi } from '../../../../api/api-client.ts'
import { apiQuery } from '../../../../api/api-query.ts'
import { useChange } from '../../../../api/use-change.ts'

const outdated = { queryKey: ['moderation', 'saved-replies'] }

export const pageSize = 20

/** A page of the expert's own saved replies, then of those that others share, those about the crop first. */
export const savedRepliesQuery = (page: number, crop: CropType) =>
  apiQuery([...outdated.queryKey, page, crop], 'GET /api/community/saved-replies/', {
    query: { page, page_size: pageSize, crop },
  })

/** Creates a saved reply, or replaces the one with this id. */
export const useSaveReply = () =>
  useChange(
    ({ id, body }: { id: string | undefined; body: SavedReplyInput }) =>
      id === undefined
        ? callApi('POST /api/community/saved-replies/', { body })
        : callApi('PUT /api/community/saved-replies/{id}/', { params: { id }, body }),
    outdated,
  )

/** Saves a reply for each disease, for an expert who has none. */
export const useAddStarters = () =>
  useChange(
    (language: Language) => callApi('POST /api/community/saved-replies/starters/', { body: { language } }),
    outdated,
  )

export const useDeleteReply = () =>
  useChange((id: string) => callApi('DELETE /api/community/saved-replies/{id}/', { params: { id } }), outdated)
