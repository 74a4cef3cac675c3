import type { ApiRequestBody } from '../../../api/endpoints.ts'

/** The personal details as the form holds them, in the order of the screen: dates and choices are text until sent. */
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
