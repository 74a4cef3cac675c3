import type { CropType, Page } from '@kutu/contract/common'
import type { DiseaseType, UrgencyLevel } from '@kutu/contract/community'
import type { PostStatus } from '@kutu/contract/moderation'
import type { App } from '../context.ts'
import { cutPage, envelopeOfCut, offsetOf, positionIn } from '../http/paging.ts'
import type { Caller } from '../http/session.ts'
import { countPosts } from './board.ts'
import { findPosts } from './post-search.ts'
import { presentPosts } from './present-post.ts'

export type Filters = {
  crop_type?: CropType | undefined
  disease_type?: DiseaseType | undefined
  urgency_level?: UrgencyLevel | undefined
  search?: string | undefined
}
type Asked = Page & Filters & { after?: string | undefined }
type Whole = { statuses: readonly PostStatus[]; farmerId?: string; ordering?: 'newest' | 'queue' }

const unwithdrawn = ['pending', 'flagged', 'hidden', 'approved'] as const

/** Approved posts, newest first. */
export const listPosts = (app: App, query: Asked, address: URL) =>
  arrayOf(app, { query, address, statuses: ['approved'] })

/** A farmer's own, newest first. */
export const listMyPosts = (
  app: App,
  caller: Caller,
  query: Asked & { status?: PostStatus | undefined },
  address: URL,
) => arrayOf(app, { query, address, farmerId: caller.id, statuses: query.status ? [query.status] : unwithdrawn })

type Ordered = Asked & { status?: PostStatus | undefined; ordering: 'newest' | 'queue' }

/** Posts of every state but withdrawn, for those who moderate them. */
export async function listAllPosts(app: App, query: Ordered, address: URL) {
  const statuses = query.status ? [query.status] : unwithdrawn
  const { posts, next, matches } = await pageOf(app, { query, address, statuses, ordering: query.ordering })
  const count = matches ?? (await countPosts(app, { ...query, statuses }))
  return envelopeOfCut(address, query, { count, next, results: posts })
}

async function arrayOf(app: App, asked: { query: Asked; address: URL } & Whole) {
  const { posts, next } = await pageOf(app, asked)
  return { results: posts, next }
}

async function pageOf(app: App, { query, address, ...whole }: { query: Asked; address: URL } & Whole) {
  const position = positionIn(query)
  const { rows: found, matches } = await findPosts(app, {
    ...whole,
    filters: query,
    ordering: whole.ordering ?? 'newest',
    position,
    limit: query.page_size + 1,
    offset: position ? 0 : offsetOf(query),
  })
  const { rows, next } = cutPage(address, query, found)
  return { posts: await presentPosts(app, rows, { origin: address.origin }), next, matches }
}
