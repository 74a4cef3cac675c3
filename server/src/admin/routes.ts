import { admin } from '@kutu/contract/admin'
import { decideExpert, listExperts } from '../accounts/approvals.ts'
import { changeUser } from '../accounts/deactivation.ts'
import { listUsers } from '../accounts/user-list.ts'
import { handlers } from '../http/handlers.ts'
import { envelope } from '../http/paging.ts'
import { listAudit } from './audit-log.ts'
import { listFlagged, ruleOnFlag } from './flagged.ts'
import { systemState } from './system.ts'

export const adminFeature = handlers(admin)({
  listExperts: async (app, { query, address }) => {
    const { count, experts } = await listExperts(app, query)
    return envelope(address, query, count, experts)
  },
  decideExpert: (app, { params, body, caller }) =>
    decideExpert(app, params.id, { actor: caller.id, move: body.action, reason: body.reason }),
  listUsers: async (app, { query, address }) => {
    const { count, users } = await listUsers(app, query)
    return envelope(address, query, count, users)
  },
  changeUser: (app, { params, body, caller }) =>
    changeUser(app, params.id, { actor: caller.id, action: body.action, reason: body.reason }),
  listFlagged: async (app, { query, address }) => {
    const { count, results } = await listFlagged(app, query)
    return envelope(address, query, count, results)
  },
  ruleOnFlag: (app, { params, body, caller }) => ruleOnFlag(app, caller, params.id, body),
  showSystem: app => systemState(app),
  listAudit: async (app, { query, address }) => {
    const { count, entries } = await listAudit(app, query)
    return envelope(address, query, count, entries)
  },
})
