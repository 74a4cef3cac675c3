import type { Preferences } from '@kutu/contract/accounts/own-account'
import { isTimeZone } from '@kutu/time/time-zone'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'

type PreferencesChange = { [Name in keyof Preferences]?: Preferences[Name] | undefined }

/** Changes language or time zone; fields that are not given stay as they are. @throws validation_failed (unknown zone) */
export async function updatePreferences(
  app: App,
  caller: Caller,
  { language, time_zone }: PreferencesChange,
): Promise<Preferences> {
  // Intl also accepts offsets such as +03:00, but an offset does not follow daylight saving time.
  if (time_zone && (!/^[A-Z]/i.test(time_zone) || !isTimeZone(time_zone)))
    throw fieldError('time_zone', 'field.time_zone')
  const change = { ...(language && { language }), ...(time_zone !== undefined && { time_zone }) }
  return withTransaction(app, async tx => {
    const ownRow = tx.selectFrom('users').select(['language', 'time_zone']).where('id', '=', caller.id)
    const before = await ownRow.forUpdate().executeTakeFirstOrThrow()
    if (Object.keys(change).length === 0) return before
    const after = { ...before, ...change }
    await tx.updateTable('users').set(after).where('id', '=', caller.id).execute()
    await audit(app, tx, { actor: caller.id, action: 'preferences.changed', before, after })
    return after
  })
}
