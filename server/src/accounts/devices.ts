import type { Page } from '@kutu/contract/common'
import type { Device } from '@kutu/contract/own-account'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import { offsetOf } from '../http/paging.ts'
import type { Caller } from '../http/session.ts'
import { deviceName } from './device-name.ts'
import { limits } from './policy.ts'
import { endSessions } from './sessions.ts'

/** The sessions that can still be gone on with: past its last refresh token's life one is over, swept or not. */
const liveSessions = (app: App, userId: string) =>
  app.db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('last_used_at', '>', new Date(app.clock.now().getTime() - limits.refreshLife))

export async function listDevices(app: App, caller: Caller, page: Page): Promise<{ count: number; devices: Device[] }> {
  const live = liveSessions(app, caller.id)
  const rows = await live
    .select(['id', 'user_agent', 'created_at', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  const { count } = await live.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const devices = rows.map(({ id, user_agent, created_at, last_used_at }) => ({
    id,
    ...deviceName(user_agent),
    signed_in_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    is_this: id === caller.sessionId,
  }))
  return { count: Number(count), devices }
}

/** @throws Refusal not_found, also for another's and for one that is over */
export async function signOutDevice(app: App, caller: Caller, id: string): Promise<void> {
  await write(app, async tx => {
    if ((await endSessions(app, tx, caller.id, { only: id })) === 0) throw refuse('not_found')
    const subject = { type: 'user', id: caller.id }
    await audit(app, tx, { actor: caller.id, action: 'session.closed', subject, after: { session: id } })
  })
}

export async function signOutElsewhere(app: App, caller: Caller): Promise<{ ended: number }> {
  return write(app, async tx => {
    const ended = await endSessions(app, tx, caller.id, { except: caller.sessionId })
    const subject = { type: 'user', id: caller.id }
    if (ended > 0)
      await audit(app, tx, { actor: caller.id, action: 'session.closed_elsewhere', subject, after: { ended } })
    return { ended }
  })
}
