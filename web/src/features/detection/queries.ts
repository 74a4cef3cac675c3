import type { RustClass } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { activeLanguage } from '../../text/say.ts'
import { listItems } from './outbox.ts'

export const historyPageSize = 6

// The server says advice in the reader's language, so an answer belongs to the language it was asked in.
const analysesKey = () => ['analyses', activeLanguage()] as const
const analysisKey = (id: string) => [...analysesKey(), 'one', id] as const

export const analysisQuery = (id: string) =>
  queryOptions({
    queryKey: analysisKey(id),
    queryFn: ({ signal }) => call('GET /analysis/rust-detection/{id}/', { params: { id }, signal }),
  })

export const historyQuery = (page: number, rustClass: RustClass | null) =>
  queryOptions({
    queryKey: [...analysesKey(), 'list', { page, rustClass }],
    queryFn: ({ signal }) =>
      call('GET /analysis/rust-detection/', {
        query: { page, page_size: historyPageSize, ...(rustClass && { rust_class: rustClass }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The newest answer, or null before the first. */
export const latestAnalysisQuery = () =>
  queryOptions({
    queryKey: [...analysesKey(), 'latest'],
    queryFn: async ({ signal }): Promise<Analysis | null> => {
      const { results } = await call('GET /analysis/rust-detection/', { query: { page: 1, page_size: 1 }, signal })
      return results[0] ?? null
    },
  })

/** Takes up an answer that was just filed: lists and figures have become old by it. */
export function keepAnalysis(client: QueryClient, analysis: Analysis): void {
  client.setQueryData(analysisKey(analysis.id), analysis)
  renewLists(client)
}

/** Another answer was filed: what lists and counts them is old. */
export function renewLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['analyses'], predicate: query => !query.queryKey.includes('one') })
  void client.invalidateQueries({ queryKey: ['dashboard'] })
}

/** What this user's photos on this device are waiting for. */
export const outboxQuery = (ownerId: string) =>
  queryOptions({ queryKey: ['outbox', ownerId], queryFn: () => listItems(ownerId), staleTime: 0, retry: false })
