import { z } from 'zod'
import { id, idParams, instant, language, noContent, pageQuery, paginated } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { uploadErrors } from '../errors.ts'
import { user } from './accounts.ts'

const preferences = z.object({
  /** Of letters, texts and notifications. */
  language,
  /** An IANA name; null for the product's own zone. */
  time_zone: z.string().nullable(),
})
export type Preferences = z.infer<typeof preferences>

const device = z.object({
  id,
  /** As the browser names itself; null for one that is not known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signed_in_at: instant,
  /** Within a quarter of an hour: a device is noted when it renews its access. */
  last_used_at: instant,
  is_this: z.boolean(),
})
export type Device = z.infer<typeof device>

const dataExport = z.object({
  state: z.enum(['making', 'ready']),
  requested_at: instant,
  ready_at: instant.nullable(),
  /** From then on it cannot be fetched any more. */
  expires_at: instant.nullable(),
  bytes: z.number().int().nullable(),
  photos: z.number().int().nullable(),
  photos_left_out: z.number().int().nullable(),
})
/** `next_at`: when another may be asked for; null for now. */
const exportStatus = z.object({ export: dataExport.nullable(), next_at: instant.nullable() })
export type ExportStatus = z.infer<typeof exportStatus>

/** What ends at once, on both sides. */
const deletionImpact = z.object({
  bookings: z.number().int(),
  appointments: z.number().int(),
  slots: z.number().int(),
})
export type DeletionImpact = z.infer<typeof deletionImpact>

/** What a person sets and sees of the own account, whatever the role. */
export const ownAccount = {
  showPreferences: endpoint({
    method: 'GET',
    path: '/api/account/preferences/',
    access: 'user',
    summary: 'Language and time zone of the account',
    status: 200,
    reply: preferences,
  }),
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/api/account/preferences/',
    access: 'user',
    summary: 'Change language or time zone; what is not named stays as it is',
    body: z.object({
      language: language.optional(),
      time_zone: z.string().trim().min(1).max(60).nullable().optional(),
    }),
    status: 200,
    reply: preferences,
  }),
  changePhoto: endpoint({
    method: 'POST',
    path: '/api/account/photo/',
    access: 'user',
    summary: 'Give the account a photo of its person, or another one; a square is cut from its middle',
    files: { field: 'image', min: 1, max: 1 },
    status: 200,
    reply: user,
    errors: uploadErrors,
    rateLimit: { max: 30, seconds: 3600, by: 'user' },
  }),
  removePhoto: endpoint({
    method: 'DELETE',
    path: '/api/account/photo/',
    access: 'user',
    summary: 'Take the photo of the person away',
    status: 200,
    reply: user,
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/api/account/devices/',
    access: 'user',
    summary: 'Where the account is signed in, the last used first',
    query: pageQuery,
    status: 200,
    reply: paginated(device),
  }),
  signOutDevice: endpoint({
    method: 'DELETE',
    path: '/api/account/devices/{id}/',
    access: 'user',
    summary: 'Sign out there, at once',
    params: idParams,
    status: 204,
    reply: noContent,
    errors: ['not_found'],
  }),
  signOutElsewhere: endpoint({
    method: 'DELETE',
    path: '/api/account/devices/',
    access: 'user',
    summary: 'Sign out everywhere but here, at once',
    status: 200,
    reply: z.object({ ended: z.number().int() }),
  }),
  showExport: endpoint({
    method: 'GET',
    path: '/api/account/export/',
    access: 'user',
    summary: 'How the file with all own data stands',
    status: 200,
    reply: exportStatus,
  }),
  startExport: endpoint({
    method: 'POST',
    path: '/api/account/export/',
    access: 'user',
    summary: 'Have all own data put into one file, once a day; a notification tells when it is there',
    status: 201,
    reply: exportStatus,
  }),
  createExportLink: endpoint({
    method: 'POST',
    path: '/api/account/export/link/',
    access: 'user',
    summary: 'A link to the file, which lives for ten minutes',
    status: 200,
    reply: z.object({ address: z.string(), expires_at: instant }),
    errors: ['not_found'],
  }),
  previewDeletion: endpoint({
    method: 'GET',
    path: '/api/account/deletion/',
    access: 'user',
    summary: 'What would end at once if the account were to be deleted, and after how many days it would be',
    status: 200,
    reply: z.object({ days: z.number().int(), ends: deletionImpact }),
  }),
  requestDeletion: endpoint({
    method: 'POST',
    path: '/api/account/deletion/',
    access: 'user',
    summary:
      'Have the account deleted: it is signed out everywhere and its bookings end at once; signing in again before the day keeps it',
    body: z.object({ password: z.string().min(1).max(200) }),
    status: 200,
    reply: z.object({ leaves_at: instant, message: z.string() }),
    errors: ['wrong_password', 'last_admin', 'already_decided'],
    rateLimit: { max: 10, seconds: 900, by: 'user' },
  }),
}
