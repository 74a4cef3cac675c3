import { z } from 'zod'
import { email, id, instant, language, pageQuery, paginated } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { user } from './accounts.ts'

const preferences = z.object({
  /** Language of emails, SMS and notifications. */
  language,
  /** IANA time zone; null for the default zone of the server. */
  time_zone: z.string().nullable(),
})
export type Preferences = z.infer<typeof preferences>

const device = z.object({
  id,
  /** From the user agent; null when unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signed_in_at: instant,
  /** Accurate to a quarter of an hour: updated when the device refreshes its access token. */
  last_used_at: instant,
  is_this: z.boolean(),
})
export type Device = z.infer<typeof device>

const dataExport = z.object({
  state: z.enum(['making', 'ready']),
  requested_at: instant,
  ready_at: instant.nullable(),
  /** The file cannot be downloaded after this. */
  expires_at: instant.nullable(),
  bytes: z.number().int().nullable(),
  photos: z.number().int().nullable(),
  photos_left_out: z.number().int().nullable(),
})
/** `next_at`: when the next export may be requested; null for now. */
const exportStatus = z.object({ export: dataExport.nullable(), next_at: instant.nullable() })
export type ExportStatus = z.infer<typeof exportStatus>

/** Numbers of bookings, appointments and slots that end immediately when the account is deleted. */
const deletionImpact = z.object({
  bookings: z.number().int(),
  appointments: z.number().int(),
  slots: z.number().int(),
})
export type DeletionImpact = z.infer<typeof deletionImpact>

/** `pending`: a new address that waits until its owner opens the link. */
const emailStatus = z.object({
  email: z.string(),
  pending: z.object({ email: z.string(), expires_at: instant }).nullable(),
})
export type EmailStatus = z.infer<typeof emailStatus>

/** Endpoints for the caller's own account, for all roles. */
export const ownAccount = {
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/api/account/preferences/',
    access: 'user',
    summary: 'Update language or time zone; missing fields do not change',
    body: z.object({
      language: language.optional(),
      time_zone: z.string().trim().min(1).max(60).nullable().optional(),
    }),
    reply: preferences,
  }),
  changePhoto: endpoint({
    method: 'POST',
    path: '/api/account/photo/',
    access: 'user',
    summary: 'Set the photo of the user; it is cropped to the central square',
    files: { field: 'image', min: 1, max: 1 },
    reply: user,
    rateLimit: { max: 30, seconds: 3600, by: 'user' },
  }),
  removePhoto: endpoint({
    method: 'DELETE',
    path: '/api/account/photo/',
    access: 'user',
    summary: 'Remove the photo of the user',
    reply: user,
  }),
  showEmail: endpoint({
    method: 'GET',
    path: '/api/account/email/',
    access: 'user',
    summary: 'Get the email address and a change of it that waits for its confirmation',
    reply: emailStatus,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email/',
    access: 'user',
    summary:
      'Request a change of the email address; a link goes to the new one, and the reply is the same if it has an account',
    requiresRecentPassword: true,
    body: z.object({ email }),
    reply: emailStatus.extend({ message: z.string() }),
    rateLimit: { max: 30, seconds: 900, by: 'user' },
  }),
  confirmPassword: endpoint({
    method: 'POST',
    path: '/api/auth/confirm-password',
    access: 'user',
    summary: 'Confirm the password; allows calls that answer password_confirmation_required for 15 minutes',
    body: z.object({ password: z.string().min(1).max(200) }),
    /** `confirmed_until`: from then on these calls need the password again. */
    reply: z.object({ confirmed_until: instant }),
    errors: ['wrong_password', 'sign_in_blocked'],
    rateLimit: { max: 20, seconds: 900, by: 'user' },
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/api/account/devices/',
    access: 'user',
    summary: 'List the devices with a session, last used first',
    query: pageQuery,
    reply: paginated(device),
  }),
  signOutDevice: endpoint({
    method: 'DELETE',
    path: '/api/account/devices/{id}/',
    access: 'user',
    summary: 'Sign out a device immediately',
    requiresRecentPassword: true,
  }),
  signOutElsewhere: endpoint({
    method: 'DELETE',
    path: '/api/account/devices/',
    access: 'user',
    summary: 'Sign out all other devices immediately',
    requiresRecentPassword: true,
    reply: z.object({ ended: z.number().int() }),
  }),
  showExport: endpoint({
    method: 'GET',
    path: '/api/account/export/',
    access: 'user',
    summary: 'Get the state of the data export',
    reply: exportStatus,
  }),
  startExport: endpoint({
    method: 'POST',
    path: '/api/account/export/',
    access: 'user',
    summary: 'Request an export of the caller’s data, at most once a day; a notification follows when it is ready',
    requiresRecentPassword: true,
    status: 201,
    reply: exportStatus,
    errors: ['too_many_requests'],
  }),
  createExportLink: endpoint({
    method: 'POST',
    path: '/api/account/export/link/',
    access: 'user',
    summary: 'Create a download link for the export, valid for ten minutes',
    requiresRecentPassword: true,
    reply: z.object({ address: z.string(), expires_at: instant }),
    errors: ['not_found'],
  }),
  previewDeletion: endpoint({
    method: 'GET',
    path: '/api/account/deletion/',
    access: 'user',
    summary: 'Preview the deletion of the account: what ends immediately and after how many days it is deleted',
    reply: z.object({ days: z.number().int(), ends: deletionImpact }),
  }),
  requestDeletion: endpoint({
    method: 'POST',
    path: '/api/account/deletion/',
    access: 'user',
    summary:
      'Schedule the deletion of the account: signs out everywhere and ends bookings immediately; signing in before the date cancels it',
    body: z.object({ password: z.string().min(1).max(200) }),
    reply: z.object({ leaves_at: instant, message: z.string() }),
    clearsCache: true,
    errors: ['wrong_password', 'sign_in_blocked', 'last_admin', 'already_decided'],
    rateLimit: { max: 10, seconds: 900, by: 'user' },
  }),
}
