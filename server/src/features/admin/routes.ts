import { admin } from '@kutu/contract/admin'
import { implementContract } from '../../platform/http/handlers.ts'
import { pageReply } from '../../platform/http/pagination.ts'
import { decideExpert, listExperts, showExpert } from '../accounts/experts/approvals.ts'
import { decideProfileChange } from '../accounts/experts/profile-changes.ts'
import { listUsers } from '../accounts/users/user-list.ts'
import { exportAuditLog, listAuditEntries } from './audit-log/audit-log.ts'
import { decideFlag, listFlaggedContent } from './moderation/flagged-content.ts'
import { retryJob } from './system/retry-job.ts'
import { getSystemStatus } from './system/system-status.ts'
import { applyUserChange } from './users/user-administration.ts'

export const adminFeature = implementContract(admin)({
  listExperts: async (app, { query, url }) => {
    const { count, experts } = await listExperts(app, query)
    return pageReply(url, query, count, experts)
  },
  decideExpert: async (app, { params: { id }, body: { action, reason, requested_at, country, districts }, caller }) => {
    if (action === 'approve' || action === 'decline')
      return decideExpert(app, id, { actor: caller.id, action, reason, country, districts })
    const isApproved = action === 'approve_change'
    await decideProfileChange(app, id, { actor: caller.id, isApproved, requestedAt: requested_at, reason })
    return showExpert(app, id)
  },
  listUsers: async (_app, { db, query, url }) => {
    const { count, users } = await listUsers(db, query)
    return pageReply(url, query, count, users)
  },
  changeUser: (app, { params, body, caller }) => applyUserChange(app, params.id, { actor: caller.id, ...body }),
  listFlagged: async (app, { query, url }) => {
    const { count, results } = await listFlaggedContent(app, query)
    return pageReply(url, query, count, results)
  },
  decideFlag: (app, { params, body, caller }) => decideFlag(app, caller, params.id, body),
  showSystem: app => getSystemStatus(app),
  retryJob: (app, { db, params, caller }) => retryJob(db, app, params.id, caller.id),
  listAudit: async (app, { db, query, url }) => {
    const { count, entries } = await listAuditEntries(db, app, query)
    return pageReply(url, query, count, entries)
  },
  exportAudit: (app, { db, query }) => exportAuditLog(db, app, query),
})
