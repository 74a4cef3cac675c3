import { dashboard } from '@kutu/contract/dashboard'
import { handlers } from '../http/handlers.ts'
import { statsOf } from './stats.ts'

export const dashboardFeature = handlers(dashboard)({
  showStats: (app, { caller }) => statsOf(app, caller),
})
