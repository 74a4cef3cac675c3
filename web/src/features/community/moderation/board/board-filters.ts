import type { CropType } from '@kutu/contract/common'
import type { DiseaseType, UrgencyLevel } from '@kutu/contract/community/community'
import { type PostStatus, postActions } from '@kutu/contract/community/moderation'
import type { ApiQuery } from '../../../../api/endpoints.ts'
import { crops, diseases, typedKeys, urgencies } from '../../shared/post-options.ts'

/** Filters of the moderation board. They live in the URL, so that the page can be shared and Back works. */
export type ModerationFilters = {
  crop_type: CropType | undefined
  disease_type: DiseaseType | undefined
  urgency_level: UrgencyLevel | undefined
  status: BoardStatus | undefined
  search: string
  page: number
  /** Pagination cursor, taken from the server's link to this page. */
  after: string | undefined
}

/** Withdrawn posts are not shown to moderators. */
export type BoardStatus = Exclude<PostStatus, 'withdrawn'>
export const statuses = typedKeys(postActions).filter(status => status !== 'withdrawn')

export const boardPageSize = 20

export function parseFilters(params: URLSearchParams): ModerationFilters {
  const parseChoice = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find(value => value === params.get(name))
  const page = Number(params.get('page'))
  const isPage = Number.isInteger(page) && page > 1
  return {
    crop_type: parseChoice('crop_type', crops),
    disease_type: parseChoice('disease_type', diseases),
    urgency_level: parseChoice('urgency_level', urgencies),
    status: parseChoice('status', statuses),
    search: params.get('search')?.trim() ?? '',
    page: isPage ? page : 1,
    after: isPage ? (params.get('after') ?? undefined) : undefined,
  }
}

/** Returns URL parameters, leaving out default values. */
export function serializeFilters({ page, ...filters }: ModerationFilters): Record<string, string> {
  const entries = Object.entries({
    ...filters,
    page: page > 1 ? String(page) : undefined,
  })
  return Object.fromEntries(entries.filter((pair): pair is [string, string] => Boolean(pair[1])))
}

/** Applies a change and returns to the first page. */
export const withFilters = (filters: ModerationFilters, change: Partial<ModerationFilters>): ModerationFilters => ({
  ...filters,
  page: 1,
  after: undefined,
  ...change,
})

/** No filter, for "Show all". */
export const noFilters: ModerationFilters = parseFilters(new URLSearchParams())

export const countActiveFilters = ({
  crop_type,
  disease_type,
  urgency_level,
  status,
  search,
}: ModerationFilters): number => [crop_type, disease_type, urgency_level, status, search].filter(Boolean).length

/** Builds the API query. */
export const toPostsQuery = (filters: ModerationFilters): NonNullable<ApiQuery<'GET /api/community/posts/all/'>> => ({
  ...filters,
  ordering: 'newest',
  page_size: boardPageSize,
})

/** Applies page and cursor of a pagination link from the server; returns undefined without a link. */
export function withPageFromLink(filters: ModerationFilters, link: string | null): ModerationFilters | undefined {
  if (link === null) return undefined
  const params = new URL(link, 'http://localhost').searchParams
  return { ...filters, page: Number(params.get('page')) || 1, after: params.get('after') ?? undefined }
}
