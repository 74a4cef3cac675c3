import { z } from 'zod'
import {
  email,
  id,
  instant,
  language,
  messageReply,
  numberOrNumericString,
  optionalText,
  role,
  trimmedText,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { countsSubject } from '../surveillance.ts'

/** The server checks length and strength. This limit only bounds the cost of hashing. */
export const password = z.string().min(1).max(200)
/**
 * Letters of any script with their marks, digits, spaces and `. _ - + @`, as existing clients expect. Invisible
 * characters are rejected and repeated spaces are merged, because two accounts could have names that look the same.
 */
const username = z
  .string()
  .trim()
  .normalize('NFC')
  .overwrite(name => name.replaceAll(/ +/g, ' '))
  .min(1)
  .max(150)
  .regex(/^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}_][\p{L}\p{M}\p{N}._@+ -]*$/u)
/** Empty or missing for none. The server checks that the number exists. */
export const phoneNumber = z.string().trim().max(30).default('')
const token = z.string().min(1).max(200)
/** A one-time code of four digits. Older clients send a number, which is padded: 42 means 0042. A short string is invalid. */
export const oneTimeCode = z
  .union([
    z.string().trim(),
    z
      .number()
      .int()
      .min(0)
      .max(9999)
      .transform(number => String(number).padStart(4, '0')),
  ])
  .pipe(z.string().regex(/^[0-9]{4}$/))
/** A list of strings, or one comma-separated string as a form sends it. */
const commaSeparatedList = z
  .union([z.array(z.string().max(80)).max(20), z.string().max(1000)])
  .transform(value => (typeof value === 'string' ? value.split(',') : value).map(word => word.trim()).filter(Boolean))
  .pipe(z.array(trimmedText(1000)))

/** The district of a farm in `packages/places`, such as `UG-mbale`; empty or null for none. The server checks that it exists. */
const district = z
  .union([
    z.literal('').transform(() => null),
    z
      .string()
      .max(60)
      .regex(/^[A-Z]{2}-[a-z]+(?:-[a-z]+)*$/),
  ])
  .nullable()

/** The fields that farmers fill in at sign-up and may correct later. */
export const farmerFields = {
  farm_location: trimmedText(200),
  farm_size: numberOrNumericString.pipe(z.number().positive().max(1_000_000)),
  crop_types: z.array(trimmedText(40)).max(20).default([]),
  /** Older clients do not send it, which leaves it as it is. */
  district: district.optional(),
}
/** The fields that experts fill in at sign-up and may correct later. */
export const expertFields = {
  areas_of_expertise: commaSeparatedList.pipe(z.array(z.string()).min(1)),
  certifications: commaSeparatedList.default([]),
  bio: optionalText(2000),
  experience_years: z
    .union([z.literal('').transform(() => 0), numberOrNumericString])
    .pipe(z.number().int().min(0).max(80))
    .default(0),
  institution: optionalText(200),
  languages_spoken: commaSeparatedList.default([]),
  social_links: commaSeparatedList.default([]),
}

export const farmerProfile = z.object({
  farm_location: z.string(),
  farm_size: z.number().nullable(),
  crop_types: z.array(z.string()),
  /** Code of the district that the farmer has chosen, such as `UG-mbale`; null for none. */
  district: z.string().nullable(),
})
export const expertProfile = z.object({
  areas_of_expertise: z.string(),
  certifications: z.string(),
  bio: z.string(),
  experience_years: z.number().int(),
  institution: z.string(),
  languages_spoken: z.string(),
  social_links: z.string(),
})

const account = z.object({
  accountNumber: z.string(),
  customerType: z.object({ name: z.string() }),
  isActivated: z.boolean(),
  isPhoneVerified: z.boolean(),
  isEmailVerified: z.boolean(),
  website: z.string().nullable(),
})
const branch = z.object({
  name: z.string(),
  primaryEmail: z.string(),
  primaryPhone: z.string(),
  physicalAddress: z.string(),
  contactPerson: z.object({ mobileNo: z.string(), email: z.string() }),
  account,
})

/** The user record that clients store. It contains the fields of both the short and the full profile. */
export const user = z.object({
  id,
  email: z.string(),
  username: z.string(),
  role,
  phone_number: z.string(),
  is_approved: z.boolean(),
  points: z.number().int(),
  language,
  /** IANA time zone of the user; null for the default zone of the server. */
  time_zone: z.string().nullable(),
  /** The user's photo as a `data:` URL of a square JPEG; null without a photo. */
  photo: z.string().nullable(),
  accountComplete: z.boolean(),
  profile: z.union([expertProfile, farmerProfile, z.null()]),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  surname: z.string(),
  phone: z.string(),
  gender: z.string(),
  physicalAddress: z.string(),
  branch,
})
export type User = z.infer<typeof user>

export const idType = z.enum(['NATIONAL_ID', 'PASSPORT'])
export const gender = z.enum(['MALE', 'FEMALE'])
/** An enum with a default for a missing or blank value, as forms send for an untouched select. */
const withFormDefault = <T extends string>(choices: z.ZodType<T>, defaultValue: T) =>
  z.union([choices, z.literal('').transform(() => defaultValue)]).default(() => defaultValue)

const completeProfileBody = z.object({
  customerTypeId: optionalText(60),
  idType: withFormDefault(idType, 'NATIONAL_ID'),
  idNumber: trimmedText(40),
  organisationName: trimmedText(200),
  firstName: trimmedText(80),
  middleName: optionalText(80),
  lastName: trimmedText(80),
  gender: withFormDefault(gender, 'MALE'),
  physicalAddress: trimmedText(300),
  nationality: trimmedText(80),
  dob: z.iso.date(),
  occupation: trimmedText(120),
})
/** The step that the account must complete first. Until then other calls answer 403 with the error code of the step. */
export const requiredStep = z.enum(['change_password', 'set_up_second_factor'])
export type RequiredStep = z.infer<typeof requiredStep>
/** The user record of a signed-in user. */
const ownUser = user.extend({ required_step: requiredStep.nullable() })
export type OwnUser = z.infer<typeof ownUser>

const registrationReply = z.object({
  user,
  profile: z.union([expertProfile, farmerProfile]),
  token: z.string(),
  message: z.string(),
})
const namedItemsReply = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })
const tokenReply = z.object({ message: z.string(), data: z.object({ token: z.string() }) })
const tokenPairReply = z.object({ access: z.string(), refresh: z.string() })
/** `message` is set when signing in has cancelled a scheduled deletion of the account. */
export const loginReply = tokenPairReply.extend({ user: ownUser, message: z.string().optional() })

/**
 * Rate limits by IP address are high, because a training course or all customers of a mobile carrier may share one.
 * Brute force against one account is limited by account on the server: codes, emails and wrong passwords.
 */
export const accounts = {
  registerFarmer: endpoint({
    method: 'POST',
    path: '/api/auth/register/farmer/',
    access: 'anyone',
    summary: 'Sign up as a farmer; sends a 4-digit code by email',
    body: z.object({
      email,
      username,
      password,
      confirm_password: password,
      phone_number: phoneNumber,
      ...farmerFields,
    }),
    status: 201,
    reply: registrationReply,
    errors: ['email_taken', 'username_taken'],
    rateLimit: { max: 300, seconds: 3600, by: 'address' },
    aliases: [{ method: 'POST', path: '/api/auth/sign-up' }],
  }),
  showExpertSignUp: endpoint({
    method: 'GET',
    path: '/api/auth/register/expert/',
    access: 'anyone',
    summary: 'Tell if an admin checks the details of experts before they answer farmers',
    reply: z.object({ is_checked: z.boolean() }),
  }),
  registerExpert: endpoint({
    method: 'POST',
    path: '/api/auth/register/expert/',
    access: 'anyone',
    summary: 'Sign up as an expert; an admin must approve the account',
    body: z.object({
      email,
      username,
      password,
      phone_number: phoneNumber,
      ...expertFields,
    }),
    status: 201,
    reply: registrationReply,
    errors: ['email_taken', 'username_taken'],
    rateLimit: { max: 300, seconds: 3600, by: 'address' },
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify/email',
    access: 'anyone',
    summary: 'Verify the email address with the code; returns the token for activation',
    body: z.object({ token, verificationCode: oneTimeCode }),
    reply: tokenReply,
    errors: ['token_invalid', 'code_invalid', 'code_expired'],
    rateLimit: { max: 300, seconds: 600, by: 'address' },
  }),
  resendOtp: endpoint({
    method: 'POST',
    path: '/api/auth/resend-otp',
    access: 'anyone',
    summary: 'Send a new code; the old code and token become invalid',
    body: z.object({ actionType: z.literal('EMAIL_VERIFICATION'), token }),
    /** `data` is the new token itself, as existing clients read it. */
    reply: z.object({ message: z.string(), data: z.string() }),
    errors: ['token_invalid'],
    rateLimit: { max: 150, seconds: 900, by: 'address' },
  }),
  activateAccount: endpoint({
    method: 'POST',
    path: '/api/auth/activate-account',
    access: 'anyone',
    summary: 'Set the password and activate the account; with start_session also sign in',
    body: z.object({
      otp: oneTimeCode,
      token,
      password,
      confirmPassword: password,
      /** If true, the reply has a session, as from signing in. */
      start_session: z.boolean().default(false),
    }),
    /** `session` is missing if it was not requested, or if signing in asks for more than the password. */
    reply: messageReply.extend({ session: loginReply.optional() }),
    errors: ['token_invalid', 'code_invalid', 'code_expired', 'weak_password'],
    rateLimit: { max: 300, seconds: 600, by: 'address' },
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login/',
    access: 'anyone',
    recognizesDevices: true,
    summary: 'Sign in; with a second factor the error second_factor_required has a challenge for the second step',
    body: z.object({ email: trimmedText(254).toLowerCase(), password }),
    reply: loginReply,
    errors: [
      'invalid_credentials',
      'account_inactive',
      'account_deactivated',
      'sign_in_blocked',
      'second_factor_required',
      'initial_password_expired',
    ],
    rateLimit: { max: 300, seconds: 300, by: 'address' },
    acceptsForm: true,
    aliases: [{ method: 'POST', path: '/api/auth/sign-in' }],
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: '/api/auth/refresh-token',
    access: 'anyone',
    summary: 'Exchange a refresh token for new tokens; reusing one revokes its token family',
    body: z.object({ refresh: z.string().min(1).max(500) }),
    reply: tokenPairReply,
    errors: ['unauthenticated'],
    rateLimit: { max: 3000, seconds: 300, by: 'address' },
    aliases: [{ method: 'GET', path: '/api/auth/refresh-token' }],
  }),
  validateToken: endpoint({
    method: 'GET',
    path: '/api/auth/validate-token',
    access: 'anyone',
    summary: 'Check if an access token is valid',
    query: z.object({ token: z.string().default('') }),
    reply: z.object({ data: z.object({ valid: z.boolean() }) }),
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/auth/sign-out',
    access: 'user',
    summary: 'Sign out of the current session',
    clearsCache: true,
    isAllowedBeforePasswordChange: true,
    aliases: [{ method: 'GET', path: '/api/auth/sign-out' }],
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password/',
    access: 'anyone',
    summary: 'Send a password reset link; the reply is the same for unknown email addresses',
    body: z.object({ email }),
    reply: messageReply,
    rateLimit: { max: 100, seconds: 900, by: 'address' },
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password/',
    access: 'anyone',
    summary: 'Set a new password with the token of the reset link; ends all sessions',
    body: z.object({ token, new_password: password, confirm_password: password }),
    reply: messageReply,
    errors: ['token_invalid', 'weak_password'],
    rateLimit: { max: 150, seconds: 900, by: 'address' },
    aliases: [{ method: 'POST', path: '/api/auth/confirm-new-password' }],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/auth/confirm-email',
    access: 'anyone',
    summary: 'Change the email address with the token of the link that was sent to the new one',
    body: z.object({ token }),
    reply: messageReply,
    errors: ['token_invalid', 'email_taken'],
    rateLimit: { max: 150, seconds: 900, by: 'address' },
  }),
  undoEmailChange: endpoint({
    method: 'POST',
    path: '/api/auth/undo-email-change',
    access: 'anyone',
    summary:
      'Take back a change of the email address with the token sent to the old one; ends all sessions and returns a token to set a new password',
    body: z.object({ token }),
    reply: tokenReply,
    errors: ['token_invalid'],
    rateLimit: { max: 150, seconds: 900, by: 'address' },
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/change-password',
    access: 'user',
    summary: 'Change the password; ends all other sessions and replies with new tokens, the old ones stay valid',
    body: z.object({ oldPassword: password, newPassword: password, confirmPassword: password }),
    reply: tokenPairReply.extend({ message: z.string() }),
    errors: ['wrong_password', 'sign_in_blocked', 'weak_password'],
    rateLimit: { max: 10, seconds: 900, by: 'user' },
    isAllowedBeforePasswordChange: true,
    aliases: [{ method: 'PUT', path: '/api/auth/change-password' }],
  }),
  completeProfile: endpoint({
    method: 'POST',
    path: '/api/auth/complete-profile',
    access: 'user',
    summary: 'Complete the account with personal details, or correct them',
    body: completeProfileBody,
    reply: z.object({ message: z.string(), data: user }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    access: 'user',
    summary: 'Get the user record of the caller',
    reply: ownUser,
    isAllowedBeforePasswordChange: true,
  }),
  customerTypes: endpoint({
    method: 'GET',
    path: '/api/auth/customer-types',
    access: 'anyone',
    summary: 'List customer types for the profile form',
    reply: namedItemsReply,
    aliases: [{ method: 'GET', path: '/api/configuration/customer-type/list' }],
  }),
  countries: endpoint({
    method: 'GET',
    path: '/api/auth/countries',
    access: 'anyone',
    summary: 'List countries for the profile form',
    reply: namedItemsReply,
    aliases: [{ method: 'GET', path: '/api/configuration/country/list' }],
  }),
}

/** An expert's application as admins see it. */
export const expertApplication = z.object({
  id,
  email: z.string(),
  username: z.string(),
  phone_number: z.string(),
  approval: z.enum(['waiting', 'approved', 'declined']),
  is_active: z.boolean(),
  /** Where the expert decides on warnings; null until an administrator sets it or the expert chooses it. */
  country: countsSubject.country.nullable(),
  /** Codes of the districts served. */
  districts: z.array(z.string()),
  /** The country of the districts served, or else of the phone number. */
  suggested_country: countsSubject.country.nullable(),
  created_at: instant,
  /** When the expert changed the profile after the approval; null if it is the approved one. */
  changed_at: instant.nullable(),
  profile: expertProfile,
  /** Qualifications of an approved expert that wait for an administrator; `profile` has the published ones. */
  change: expertProfile
    .pick({ areas_of_expertise: true, certifications: true, experience_years: true, institution: true })
    .extend({ requested_at: instant })
    .nullable(),
})
export type ExpertApplication = z.infer<typeof expertApplication>
