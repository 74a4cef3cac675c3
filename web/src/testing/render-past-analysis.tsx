import type { Analysis } from '@kutu/contract/detection'
import { PastAnalysis } from '../features/detection/history/PastAnalysis.tsx'
import { respond } from './api-server.ts'
import { makeAnalysis } from './fixtures/detection.ts'
import { renderScreen } from './render-screen.tsx'

/** Renders the page of a stored analysis as its farmer. */
export function renderPastAnalysis(changes: Partial<Analysis> = {}) {
  const analysis = makeAnalysis(changes)
  respond('GET /analysis/rust-detection/{id}/', analysis)
  return renderScreen(<PastAnalysis />, {
    user: 'farmer',
    catalogs: ['detection', 'advice'],
    path: `/past/${analysis.id}`,
    route: '/past/:id',
  })
}
