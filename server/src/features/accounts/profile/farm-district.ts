import { getDistrict } from '@kutu/places/districts'
import { fieldError } from '../../../platform/http/api-error.ts'

/** @throws validation_failed if there is no district with this code */
export function requireKnownDistrict(district: string | null | undefined): void {
  if (district && !getDistrict(district)) throw fieldError('district', 'field.invalid')
}
