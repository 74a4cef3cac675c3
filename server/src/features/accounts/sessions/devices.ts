import type { PageQuery } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { limits } from '../policy.ts'
import { revokeSessions } from './sessions.ts'
import { parseUserAgent } from './user-agent.ts'

/** Selects the sessions that can still be refreshed. A session whose refresh token has expired is over, deleted or not. */
const selectActiveSessions = (app: App, userId: string) =>
  app.db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('last_used_at', '>', new Date(app.clock.now().getTime() - limits.refreshTokenLifetime))
    .where('created_at', '>', new Date(app.clock.now().getTime() - limits.sessionLifetime))

/** Returns one page of the caller's active sessions, most recently used first, and their total count. */
export async function listDevices(app: App, caller: Caller, page: PageQuery, url: URL) {
  const activeSessions = selectActiveSessions(app, caller.id)
  const rows = await activeSessions
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .$call(onPage(page))
    .execute()
  const count = await countUpTo(app.db, activeSessions)
  const devices = rows.map(({ id, user_agent, created_at, last_used_at }) => ({
    id,
    ...parseUserAgent(user_agent),
    signed_in_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    is_this: id === caller.sessionId,
  }))
  return pageReply(url, page, count, devices)
}

/** Signs one device out. @throws not_found, also for a session that is over or belongs to another user */
export async function signOutDevice(app: App, caller: Caller, id: string): Promise<void> {
  await withTransaction(app, async tx => {
    if ((await revokeSessions(app, tx, caller.id, { only: id })) === 0) throw apiError('not_found')
    await audit(app, tx, { actor: caller.id, action: 'session.closed', after: { session: id } })
  })
}

/** Revokes all sessions of the caller except the current one. */
export async function signOutOtherDevices(app: App, caller: Caller): Promise<{ ended: number }> {
  return withTransaction(app, async tx => {
    // `ended` is the name in the reply and in the audit log.
    const ended = await revokeSessions(app, tx, caller.id, { except: caller.sessionId })
    if (ended > 0) await audit(app, tx, { actor: caller.id, action: 'session.closed_elsewhere', after: { ended } })
    return { ended }
  })
}
