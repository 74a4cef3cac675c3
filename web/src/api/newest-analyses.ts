import { getLocale } from '../i18n/i18n.ts'
import { apiQuery } from './api-query.ts'

const size = 24

/** The farmer's newest photos. One request for all that show some of them: what home has loaded is there without a network. */
export const newestAnalysesQuery = () =>
  apiQuery(['analyses', getLocale(), 'list', 'newest'], 'GET /analysis/rust-detection/', {
    query: { page: 1, page_size: size },
  })
