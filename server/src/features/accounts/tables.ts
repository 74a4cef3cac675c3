import type { ApprovalStatus } from '@kutu/contract/accounts/expert-approval'
import type { Language, Role } from '@kutu/contract/common'
import type { CountryCode } from '@kutu/places/districts'
import type { Generated } from 'kysely'

export type AccountsTables = {
  users: {
    id: Generated<string>
    email: string
    username: string
    username_key: string
    password_hash: string
    /** Set until the password that the command line generated is changed; it does not work after this time. */
    initial_password_expires_at: Date | null
    role: Role
    language: Language
    time_zone: Generated<string | null>
    phone_number: string | null
    account_number: string
    approval: ApprovalStatus | null
    points: Generated<number>
    email_verified_at: Date | null
    activated_at: Date | null
    deactivated_at: Date | null
    /** When the account will be erased, set by a deletion request of its owner. */
    leaves_at: Generated<Date | null>
    /** True while signing in cancels the deletion; an admin can turn it off. */
    returns_by_sign_in: Generated<boolean>
    /** When the account was erased; its row then only holds placeholders. */
    left_at: Generated<Date | null>
    created_at: Date
  }
  farmer_profiles: {
    user_id: string
    farm_location: string
    farm_size: number | null
    crop_types: string[]
    /** Code of a district in packages/places. */
    district: string | null
  }
  expert_profiles: {
    user_id: string
    areas_of_expertise: string[]
    certifications: string[]
    bio: string
    experience_years: number
    institution: string
    languages_spoken: string[]
    social_links: string[]
    search_text: string
    /** When the profile was last changed after its approval; null if it is the approved one. */
    changed_since_approval: Date | null
    /** When an administrator last approved the qualifications; null if nobody checked them. */
    approved_at: Date | null
  }
  expert_districts: { user_id: string; district: string }
  /** The country in which an expert decides on warnings. */
  expert_countries: { user_id: string; country: CountryCode }
  expert_profile_changes: {
    user_id: string
    areas_of_expertise: string[]
    certifications: string[]
    experience_years: number
    institution: string
    requested_at: Date
  }
  personal_details: {
    user_id: string
    customer_type: string
    id_type: 'NATIONAL_ID' | 'PASSPORT'
    id_number: string
    organisation_name: string
    first_name: string
    middle_name: string
    last_name: string
    gender: 'MALE' | 'FEMALE'
    physical_address: string
    nationality: string
    dob: string
    occupation: string
    completed_at: Date
  }
  user_photos: { user_id: string; jpeg: Buffer; changed_at: Date }
  one_time_codes: {
    id: string
    user_id: string
    purpose: CodePurpose
    token_hash: Buffer
    code_hash: Buffer
    is_resend: boolean
    sent_at: Date
    expires_at: Date
    tries: Generated<number>
    used_at: Date | null
    voided_at: Date | null
  }
  password_resets: {
    id: string
    user_id: string
    token_hash: Buffer
    expires_at: Date
    used_at: Date | null
    /** Hash of the network or the known device that requested it; null for an admin. */
    source_hash: Buffer | null
    is_known_device: boolean
  }
  email_changes: {
    id: string
    user_id: string
    old_email: string
    new_email: string
    token_hash: Buffer
    requested_at: Date
    expires_at: Date
    voided_at: Date | null
    confirmed_at: Date | null
    undo_token_hash: Buffer | null
    undo_until: Date | null
    undone_at: Date | null
  }
  sign_in_failures: {
    email_hash: Buffer
    /** Hash of the network or the known device, or of all unknown devices together. */
    source_hash: Buffer
    failures: number
    first_at: Date
  }
  sessions: {
    id: string
    user_id: string
    user_agent: string
    created_at: Date
    last_used_at: Date
    revoked_at: Date | null
    /** When the password was last typed in after the sign-in; null for not since then. */
    password_confirmed_at: Date | null
  }
  refresh_tokens: {
    id: string
    session_id: string
    token_hash: Buffer
    issued_at: Date
    expires_at: Date
    used_at: Date | null
    replaced_by: string | null
  }
}

export type CodePurpose = 'verify_email' | 'activate_account'
