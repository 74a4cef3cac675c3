import { language as languages } from '@kutu/contract/common'
import { isOnByDefault } from '@kutu/contract/notifications/notification-kinds'
import type { warnings } from '@kutu/contract/warnings'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { growers } from '../notices/warn-farmers.ts'
import { listWarnedDistricts } from '../notices/warned-districts.ts'
import { buildWarningSms } from '../notices/warning-sms-text.ts'
import { addDays, findToday } from '../weekly/weeks.ts'
import { canDecide, findJudgedCountry, loadWarning } from './warnings.ts'

type Preview = z.input<typeof warnings.previewWarning.reply>

/**
 * Returns whom a warning would reach if it were confirmed now for some weeks, and what they would read.
 * @throws ApiError not_found, warning_of_other_country
 */
export async function previewWarning(db: Db, app: App, caller: Caller, id: string, weeks: number): Promise<Preview> {
  const warning = await loadWarning(db, id)
  if (!canDecide(warning, await findJudgedCountry(db, caller))) throw apiError('warning_of_other_country')
  const { rows } = await sql<Pick<Preview, 'farmers' | 'districts' | 'sms'>>`
    select count(*)::integer as farmers, count(distinct p.district)::integer as districts,
      count(*) filter (where ${app.config.sms !== undefined}::boolean and u.phone_number is not null and coalesce(
        (select c.is_on from notification_choices c where c.user_id = u.id and c.kind = 'warnings' and c.channel = 'text'),
        ${isOnByDefault('warnings', 'text')}::boolean))::integer as sms
    from ${growers(warning.crop)} and p.district = any(${listWarnedDistricts(warning)}::text[])`.execute(db)
  const confirmed = { ...warning, valid_until: addDays(findToday(app), weeks * 7) }
  const texts = languages.options.map(language => ({ language, text: buildWarningSms(language, confirmed, '…') }))
  return { ...(rows[0] ?? { farmers: 0, districts: 0, sms: 0 }), texts }
}
