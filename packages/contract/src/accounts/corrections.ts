import { z } from 'zod'
import { instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import {
  expertFields,
  expertProfile,
  farmerFields,
  farmerProfile,
  gender,
  idType,
  phoneNumber,
  user,
} from './accounts.ts'

/** The fields that users can see and correct themselves. The parts of other roles are null. */
const profileDetails = z.object({
  phone_number: z.string(),
  farm: farmerProfile.nullable(),
  /** As the expert entered it last, also where qualifications wait for an administrator. */
  expert: expertProfile.nullable(),
  /** When the expert entered qualifications that wait for an administrator; null if none wait. */
  expert_change_requested_at: instant.nullable(),
  /** True if an administrator checks changed qualifications before farmers see them. */
  is_expert_checked: z.boolean(),
  /** Null until the profile is complete. POST `complete-profile` replaces it. */
  person: z
    .object({
      customerTypeId: z.string(),
      idType,
      idNumber: z.string(),
      organisationName: z.string(),
      firstName: z.string(),
      middleName: z.string(),
      lastName: z.string(),
      gender,
      physicalAddress: z.string(),
      nationality: z.string(),
      dob: z.string(),
      occupation: z.string(),
    })
    .nullable(),
})
export type ProfileDetails = z.infer<typeof profileDetails>

/** Endpoints to correct what was given at sign-up. They validate as the sign-up does. */
export const corrections = {
  showDetails: endpoint({
    method: 'GET',
    path: '/api/account/details/',
    access: 'user',
    summary: 'Get the details that the user can correct',
    reply: profileDetails,
  }),
  changePhoneNumber: endpoint({
    method: 'PUT',
    path: '/api/account/phone-number/',
    access: 'user',
    summary: 'Change the phone number; an empty one removes it',
    body: z.object({ phone_number: phoneNumber }),
    reply: user,
    rateLimit: { max: 30, seconds: 3600, by: 'user' },
  }),
  changeFarm: endpoint({
    method: 'PUT',
    path: '/api/account/farm/',
    access: 'farmer',
    summary: 'Change the farm of a farmer',
    body: z.object(farmerFields),
    reply: user,
    rateLimit: { max: 30, seconds: 3600, by: 'user' },
  }),
  changeExpertProfile: endpoint({
    method: 'PUT',
    path: '/api/account/expert-profile/',
    access: 'expert',
    summary:
      'Change the professional profile of an expert; changed qualifications wait for an administrator, who approves experts',
    body: z.object(expertFields),
    reply: user,
    rateLimit: { max: 30, seconds: 3600, by: 'user' },
  }),
}
