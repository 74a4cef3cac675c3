import type { ApiRequestBody } from '../../../api/endpoints.ts'

/** The form's values in the order of the screen. Dates and choices are strings. */
export type DetailsForm = Required<{
  [Field in keyof ApiRequestBody<'POST /api/auth/complete-profile'>]: Exclude<
    ApiRequestBody<'POST /api/auth/complete-profile'>[Field],
    undefined
  >
}>

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
