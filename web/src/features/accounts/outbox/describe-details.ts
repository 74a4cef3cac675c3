import type { DetailsChange } from '../../../api/outbox/outbox-item.ts'
import { t } from '../../../i18n/i18n.ts'

/** Returns what stands for changed details in a list: the phone number, the place of the farm or the areas of expertise. */
export function describeDetails({ part, body }: DetailsChange): string {
  if (part === 'phone_number') return body.phone_number || t('unsent.no_phone')
  return part === 'farm' ? body.farm_location : body.areas_of_expertise
}
