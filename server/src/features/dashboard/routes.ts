import { dashboard } from '@kutu/contract/dashboard'
import { implementContract } from '../../platform/http/handlers.ts'
import { getStats } from './stats.ts'
import { countWaitingWork } from './waiting-work.ts'

export const dashboardFeature = implementContract(dashboard)({
  showStats: (app, { caller }) => getStats(app, caller),
  showWaiting: (_, { db, caller }) => countWaitingWork(db, caller),
})
