import type { expertProfile, farmerProfile, User } from '@kutu/contract/accounts/accounts'
import type { Language } from '@kutu/contract/common'
import type { z } from 'zod'
import type { UserRecord } from '../users/users.ts'
import { getCustomerTypeName } from './customer-types.ts'

/** Builds the user record of the API. Fields without a value are empty strings. */
export function presentUser(user: UserRecord, language: Language): User {
  const phone = user.phone_number ?? ''
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    role: user.role,
    phone_number: phone,
    is_approved: isApproved(user),
    points: user.points,
    language: user.language,
    time_zone: user.time_zone,
    photo: toPhotoDataUrl(user.photo),
    accountComplete: user.completed_at !== null,
    profile: presentProfile(user),
    firstName: user.first_name ?? '',
    middleName: user.middle_name ?? '',
    lastName: user.last_name ?? '',
    // Clients that know only `lastName` and `surname` show both as the full name.
    surname: [user.first_name, user.middle_name].filter(Boolean).join(' '),
    phone,
    gender: user.gender ?? '',
    physicalAddress: user.physical_address ?? '',
    branch: {
      name: getBranchName(user),
      primaryEmail: user.email,
      primaryPhone: phone,
      physicalAddress: user.farm_location ?? user.physical_address ?? '',
      contactPerson: { mobileNo: phone, email: user.email },
      account: {
        accountNumber: user.account_number,
        customerType: { name: getCustomerTypeName(language, user.customer_type ?? '') },
        isActivated: user.activated_at !== null && user.deactivated_at === null,
        // No endpoint verifies phone numbers or stores a website; the fields are part of the specified reply.
        isPhoneVerified: false,
        isEmailVerified: user.email_verified_at !== null,
        website: null,
      },
    },
  }
}

export const toPhotoDataUrl = (jpeg: Buffer | null): string | null =>
  jpeg && `data:image/jpeg;base64,${jpeg.toString('base64')}`

export const isApproved = (user: Pick<UserRecord, 'approval'>): boolean =>
  user.approval === null || user.approval === 'approved'

/** Returns the organization; until the profile is complete, the institution of an expert or the farm of a farmer. */
function getBranchName({ organisation_name, institution, farm_location }: UserRecord): string {
  return organisation_name || institution || farm_location || ''
}

function presentProfile(user: UserRecord) {
  if (user.role === 'farmer') return presentFarmerProfile(user)
  return user.role === 'expert' ? presentExpertProfile(user) : null
}

type FarmerProfile = z.infer<typeof farmerProfile>
type ExpertProfile = z.infer<typeof expertProfile>
type PartialUser<Columns extends keyof UserRecord> = { [Column in Columns]?: UserRecord[Column] }

export const presentFarmerProfile = (row: PartialUser<keyof FarmerProfile>): FarmerProfile => ({
  farm_location: row.farm_location ?? '',
  farm_size: row.farm_size ?? null,
  crop_types: row.crop_types ?? [],
  district: row.district ?? null,
})

export const presentExpertProfile = (row: PartialUser<keyof ExpertProfile>): ExpertProfile => ({
  areas_of_expertise: (row.areas_of_expertise ?? []).join(', '),
  certifications: (row.certifications ?? []).join(', '),
  bio: row.bio ?? '',
  experience_years: row.experience_years ?? 0,
  institution: row.institution ?? '',
  languages_spoken: (row.languages_spoken ?? []).join(', '),
  social_links: (row.social_links ?? []).join(', '),
})
