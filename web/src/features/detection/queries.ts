import type { RustClass } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { apiPageQuery, apiQuery } from '../../api/api-query.ts'
import { newestAnalysesQuery } from '../../api/newest-analyses.ts'
import { getLocale } from '../../i18n/i18n.ts'
import { concludeClass } from './result/confidence-band.ts'

export const historyPageSize = 6

// The server localizes the advice, so the language is part of the key.
const getAnalysesKey = () => ['analyses', getLocale()] as const
const getAnalysisKey = (id: string) => [...getAnalysesKey(), 'one', id] as const

export const analysisQuery = (id: string) =>
  apiQuery(getAnalysisKey(id), 'GET /analysis/rust-detection/{id}/', { params: { id } })

export const historyQuery = (page: number, rustClass: RustClass | null) =>
  apiPageQuery([...getAnalysesKey(), 'list', { page, rustClass }], 'GET /analysis/rust-detection/', {
    query: { page, page_size: historyPageSize, ...(rustClass && { rust_class: rustClass }) },
  })

/** The newest photos for the plant diary of the home screen. */
export const diaryQuery = () =>
  queryOptions({
    ...newestAnalysesQuery(),
    select: page => ({ ...page, results: page.results.map(concludeClass) }),
  })

/** The newest analysis, or null when there is none. */
export const latestAnalysisQuery = () =>
  queryOptions({ ...newestAnalysesQuery(), select: ({ results }): Analysis | null => results[0] ?? null })

/** Caches a new analysis and invalidates the lists and figures that it changes. */
export function cacheAnalysis(client: QueryClient, analysis: Analysis): void {
  client.setQueryData(getAnalysisKey(analysis.id), analysis)
  invalidateAnalysisLists(client)
}

/** Caches the answer to a corrected analysis and drops its old answer in other languages. */
export function replaceAnalysis(client: QueryClient, analysis: Analysis): void {
  client.removeQueries({
    queryKey: ['analyses'],
    type: 'inactive',
    predicate: ({ queryKey }) => queryKey.includes(analysis.id),
  })
  cacheAnalysis(client, analysis)
}

/** Invalidates the lists and figures that count analyses, but not single analyses. */
export function invalidateAnalysisLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['analyses'], predicate: query => !query.queryKey.includes('one') })
  void client.invalidateQueries({ queryKey: ['dashboard'] })
}
