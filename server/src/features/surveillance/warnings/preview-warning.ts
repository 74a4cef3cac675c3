import { type Language, language as languages } from '@kutu/contract/common'
import type { warnings } from '@kutu/contract/warnings'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { countParts } from '../../../platform/sms/gsm7.ts'
import { codeLength, formatStopLink } from '../notices/stop-link.ts'
import { growers } from '../notices/warn-farmers.ts'
import { listWarnedDistricts } from '../notices/warned-districts.ts'
import { buildWarningSms } from '../notices/warning-sms-text.ts'
import { addDays, findToday } from '../weekly/weeks.ts'
import { countLabeledPhotos } from './evidence-photos.ts'
import { canDecide, findJudgedCountry, getsSms, loadWarning } from './warnings.ts'

type Preview = z.input<typeof warnings.previewWarning.reply>

/**
 * Returns whom a warning would reach if it were confirmed now for some weeks, what they would read, and what the SMS cost. A confirmed one
 * keeps its last day.
 * @throws ApiError not_found, warning_of_other_country
 */
export async function previewWarning(db: Db, app: App, caller: Caller, id: string, weeks: number): Promise<Preview> {
  const warning = await loadWarning(db, id)
  if (!canDecide(warning, await findJudgedCountry(db, caller))) throw apiError('warning_of_other_country')
  const { rows } = await sql<{ language: Language; farmers: number; districts: string[]; sms: number }>`
    select u.language, count(*)::integer as farmers, array_agg(distinct p.district) as districts,
      count(*) filter (where ${getsSms(app)})::integer as sms
    from ${growers(warning.crop)} and p.district = any(${listWarnedDistricts(warning)}::text[])
    group by u.language`.execute(db)
  const confirmed = { ...warning, valid_until: warning.valid_until ?? addDays(findToday(app), weeks * 7) }
  const longestLink = formatStopLink(app.config.publicUrl, '0'.repeat(codeLength), 99_999_999)
  const countAll = (count: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + count(row), 0)
  const parts = countAll(({ language, sms }) => sms * countParts(buildWarningSms(language, confirmed, longestLink)))
  const price = app.config.smsPartPrice
  const texts = languages.options.map(language => ({ language, text: buildWarningSms(language, confirmed, '…') }))
  return {
    farmers: countAll(({ farmers }) => farmers),
    districts: new Set(rows.flatMap(({ districts }) => districts)).size,
    sms: countAll(({ sms }) => sms),
    cost: price ? { ...price, amount: parts * price.amount } : null,
    texts,
    labeled_photos: await countLabeledPhotos(db, id),
  }
}
