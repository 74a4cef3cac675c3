import { dashboard } from '@kutu/contract/dashboard'
import { withTransaction } from '../../platform/db/transaction.ts'
import { implementContract } from '../../platform/http/handlers.ts'
import { listInboxMarks, markInboxItem } from './inbox-marks.ts'
import { getStats } from './stats.ts'
import { countWaitingWork } from './waiting-work.ts'

export const dashboardFeature = implementContract(dashboard)({
  showStats: (app, { caller }) => getStats(app, caller),
  showWaiting: (app, { db, caller }) => countWaitingWork(db, app, caller),
  listInboxMarks: (app, { db, caller }) => listInboxMarks(db, app, caller),
  markInboxItem: (app, { caller, params, body }) =>
    withTransaction(app, tx => markInboxItem(tx, app, caller, params.id, body.action)),
})
