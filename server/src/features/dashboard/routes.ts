import { dashboard } from '@kutu/contract/dashboard'
import { implementContract } from '../../platform/http/handlers.ts'
import { getStats } from './stats.ts'

export const dashboardFeature = implementContract(dashboard)({
  showStats: (app, { caller }) => getStats(app, caller),
})
