import type { ApiRequestBody } from '../../../api/endpoints.ts'
import type { FormErrors } from '../../../ui/form/use-form.ts'

/** The form's values in the order of the screen. Dates and choices are strings. */
export type DetailsForm = Record<keyof ApiRequestBody<'POST /api/auth/complete-profile'>, string>

export const emptyDetails: DetailsForm = {
  firstName: '',
  middleName: '',
  lastName: '',
  gender: 'MALE',
  dob: '',
  nationality: '',
  idType: 'NATIONAL_ID',
  idNumber: '',
  customerTypeId: '',
  occupation: '',
  organisationName: '',
  physicalAddress: '',
}

/** Returns `message` for each empty field. Only the middle name is optional. */
export function findMissingDetails(values: DetailsForm, message: string): FormErrors<DetailsForm> {
  const missing = Object.entries(values).filter(([name, value]) => name !== 'middleName' && value.trim() === '')
  return Object.fromEntries(missing.map(([name]) => [name, message]))
}
