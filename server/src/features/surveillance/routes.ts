import { surveillance } from '@kutu/contract/surveillance'
import { implementContract } from '../../platform/http/handlers.ts'
import { getDistrictCounts, getPublicCounts } from './counts/district-counts.ts'
import { exportCounts } from './counts/export-counts.ts'

export const surveillanceFeature = implementContract(surveillance)({
  showCounts: (app, { query }) => getDistrictCounts(app, query),
  exportCounts: (app, { query }) => exportCounts(app, query),
  showMap: (app, { query }) => getPublicCounts(app, query),
})
