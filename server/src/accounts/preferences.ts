import type { Preferences } from '@kutu/contract/own-account'
import { isTimeZone } from '../consultations/zoned-time.ts'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { write } from '../db/write.ts'
import { fieldMistake } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'

export const showPreferences = (app: App, caller: Caller): Promise<Preferences> =>
  app.db.selectFrom('users').select(['language', 'time_zone']).where('id', '=', caller.id).executeTakeFirstOrThrow()

type Change = { [Name in keyof Preferences]?: Preferences[Name] | undefined }

/** @throws Refusal validation_failed for a zone that there is not */
export async function choosePreferences(
  app: App,
  caller: Caller,
  { language, time_zone }: Change,
): Promise<Preferences> {
  // Offsets are no zones: they know nothing of summer.
  if (time_zone && (!/^[A-Z]/i.test(time_zone) || !isTimeZone(time_zone)))
    throw fieldMistake('time_zone', 'field.time_zone')
  const change = { ...(language && { language }), ...(time_zone !== undefined && { time_zone }) }
  if (Object.keys(change).length === 0) return showPreferences(app, caller)
  return write(app, async tx => {
    const own = tx.selectFrom('users').select(['language', 'time_zone']).where('id', '=', caller.id)
    const before = await own.forUpdate().executeTakeFirstOrThrow()
    const after = { ...before, ...change }
    await tx.updateTable('users').set(after).where('id', '=', caller.id).execute()
    const subject = { type: 'user', id: caller.id }
    await audit(app, tx, { actor: caller.id, action: 'preferences.changed', subject, before, after })
    return after
  })
}
