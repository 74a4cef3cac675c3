import { z } from 'zod'
import { expertApplication } from './accounts/accounts.ts'
import { districtsServed } from './accounts/districts-served.ts'
import { count, id, instant, optionalText, pageQuery, paginated, person, role, verbatimText } from './common.ts'
import { postStatus, responseStatus } from './community/community.ts'
import { maxTextLengths } from './community/moderation.ts'
import { endpoint } from './endpoint.ts'
import { countsSubject } from './surveillance.ts'

export const auditEntry = z.object({
  id: z.number().int(),
  at: instant,
  actor: person.nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  /** The username, the title of the post or the name of the API key; null for anything else, and when it is gone. */
  subject_name: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The request, and pseudonyms of network and email address that change every month; deleted after 90 days. */
  origin: z
    .object({ request_id: z.string().nullable(), network: z.string().nullable(), email: z.string().nullable() })
    .nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Number of entries that one export of the audit log contains. */
export const maxExportedAuditEntries = 10_000

const auditFilters = {
  action: optionalText(60),
  subject_id: optionalText(60),
  /** The `subject_name` of entries, in capital or small letters, or a `subject_id`. */
  subject: optionalText(200),
  /** A username. */
  actor: optionalText(60),
  /** First and last day in `time_zone`, by default the server's time zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  time_zone: optionalText(60),
}

/** An account as admins see it, without passwords, codes and tokens. */
export const adminUser = z.object({
  id,
  username: z.string(),
  email: z.string(),
  phone_number: z.string(),
  role,
  /**
   * `awaiting_approval`: an expert whom no administrator has approved or declined yet. `leaving`: the owner has requested
   * the deletion and can cancel it until `leaves_at`.
   */
  state: z.enum(['active', 'not_activated', 'awaiting_approval', 'deactivated', 'leaving']),
  created_at: instant,
  deactivated_at: instant.nullable(),
  leaves_at: instant.nullable(),
  /** Number of authenticator apps and passkeys. */
  second_factors: z.number().int(),
  /** The country in which an expert decides on warnings. */
  country: countsSubject.country.nullable(),
})
export type AdminUser = z.infer<typeof adminUser>

const contentKind = z.enum(['post', 'response'])

/** A post or comment that an expert flagged. */
export const flaggedContent = z.object({
  id,
  kind: contentKind,
  post_id: id,
  /** Title of the post, also for a flagged comment. */
  title: z.string(),
  content: z.string(),
  author: person,
  reason: z.string().nullable(),
  flagged_by: person.nullable(),
  flagged_at: instant.nullable(),
  /** The admin who hid it and the reason; null when it is not hidden. */
  hidden: z.object({ by: person.nullable(), at: instant, reason: z.string() }).nullable(),
})
export type FlaggedContent = z.infer<typeof flaggedContent>

const flagDecision = z.discriminatedUnion('action', [
  /** The author sees the reason. */
  z.object({ kind: contentKind, action: z.literal('hide'), reason: verbatimText(maxTextLengths.reason) }),
  z.object({ kind: contentKind, action: z.literal('dismiss') }),
  z.object({ kind: contentKind, action: z.literal('undo') }),
])

/** Messages that could not be sent, newest first. `is_given_up` after the last attempt. */
const messageFailures = {
  failed: z.number().int(),
  failures: z.array(
    z.object({
      job: z.string(),
      at: instant,
      attempts: z.number().int(),
      is_given_up: z.boolean(),
      error: z.string(),
    }),
  ),
}

/** State of the server. With several processes, that of the one that handled the request. */
export const systemStatus = z.object({
  versions: z.object({
    product: z.string(),
    node: z.string(),
    database: z.string(),
    model: z.string(),
    /** Number and name of the newest migration of the database. */
    migration: z.string(),
  }),
  jobs: z.object({
    waiting: z.number().int(),
    /** Failed permanently after the last attempt. */
    failed: z.number().int(),
    /** Due time of the job that has waited longest. */
    oldest_due_at: instant.nullable(),
  }),
  /** Jobs that failed in their last attempt, newest first; no more than 20. */
  failed_jobs: z.array(
    z.object({ id: z.string(), job: z.string(), failed_at: instant, attempts: z.number().int(), error: z.string() }),
  ),
  disk: z.object({
    /** Size of DATA_DIR. `is_at_least` when not all files were counted: too many, or no permission to read some. */
    used_bytes: z.number().int(),
    is_at_least: z.boolean(),
    free_bytes: z.number().int(),
    database_bytes: z.number().int(),
  }),
  /** Daily backups. The age is that of the newest one in BACKUP_DIR; null if there is none. */
  backups: z.object({
    is_scheduled: z.boolean(),
    /** BACKUP_PASSPHRASE is set. */
    is_encrypted: z.boolean(),
    latest_at: instant.nullable(),
    age_hours: z.number().int().nullable(),
  }),
  /** The last request without TLS to this process, if PUBLIC_URL is https; null if there was none. */
  clear_text: z.object({ last_at: instant.nullable() }),
  mail: z.object(messageFailures),
  sms: z.object({
    is_configured: z.boolean(),
    ...messageFailures,
    /** SMS about warnings of the last 180 days of which nobody knows if they were sent. They are not repeated. */
    unknown: count,
  }),
  /** Failed attempts to fetch the weather. */
  weather: z.object({ is_configured: z.boolean(), ...messageFailures }),
  /**
   * TLS certificate of PUBLIC_URL, at most an hour old. `not_used` without https, `rejected` if browsers do not accept it,
   * `unreachable` if this server cannot reach PUBLIC_URL. `problem` is a code of OpenSSL.
   */
  certificate: z.object({
    state: z.enum(['valid', 'rejected', 'unreachable', 'not_used']),
    valid_until: instant.nullable(),
    days_left: z.number().int().nullable(),
    problem: z.string().nullable(),
  }),
})
export type SystemStatus = z.infer<typeof systemStatus>

export const admin = {
  listUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users/',
    access: 'admin',
    summary: 'List all accounts, newest first by default',
    query: pageQuery.extend({
      search: optionalText(100),
      by: z.enum(['username', 'email', 'phone_number']).default('username'),
      role: role.optional(),
      /** `waiting`: not activated or awaiting approval. `deactivated`: also those that are leaving. */
      state: z.enum(['active', 'waiting', 'deactivated']).optional(),
      /** Code of a district in which a farmer farms, or which an expert serves. */
      district: optionalText(60),
      ordering: z.enum(['created_at', '-created_at', 'username', '-username']).default('-created_at'),
    }),
    reply: paginated(adminUser),
  }),
  changeUser: endpoint({
    method: 'PUT',
    path: '/api/admin/users/{id}/',
    access: 'admin',
    summary:
      'Deactivate an account (signs out everywhere and ends its bookings), reactivate it, send a password reset link, remove its second factors (needs a reason; signs out everywhere), or set the country in which an expert decides on warnings',
    body: z.object({
      action: z.enum(['deactivate', 'reactivate', 'reset_password', 'remove_second_factors', 'set_country']),
      reason: optionalText(500),
      /** For `set_country`. */
      country: countsSubject.country.optional(),
    }),
    reply: adminUser,
    errors: [
      'already_decided',
      'own_account',
      'last_admin',
      'user_deactivated',
      'too_many_requests',
      'second_factor_missing',
    ],
  }),
  listExperts: endpoint({
    method: 'GET',
    path: '/api/admin/experts/',
    access: 'admin',
    summary: 'List experts by approval status, longest waiting first',
    query: pageQuery.extend({
      /** `changed`: approved experts whose changed qualifications wait, longest waiting first. */
      approval: z.enum(['waiting', 'approved', 'declined', 'changed']).default('waiting'),
      search: optionalText(100),
    }),
    reply: paginated(expertApplication),
  }),
  decideExpert: endpoint({
    method: 'PUT',
    path: '/api/admin/experts/{id}/',
    access: 'admin',
    summary: 'Approve or decline an expert, or the changed qualifications of an approved one',
    body: z.object({
      action: z.enum(['approve', 'decline', 'approve_change', 'decline_change']),
      reason: optionalText(500),
      /** For an approval: where the expert decides on warnings; null for nowhere; left out, it stays. */
      country: countsSubject.country.nullable().optional(),
      /** For an approval: codes of the districts that the expert serves; left out, they stay. */
      districts: districtsServed.changeDistrictsServed.body.shape.districts.optional(),
      /** For a change: `change.requested_at` as the administrator has read it. */
      requested_at: instant.optional(),
    }),
    reply: expertApplication,
    errors: ['already_decided'],
  }),
  listFlagged: endpoint({
    method: 'GET',
    path: '/api/admin/flagged/',
    access: 'admin',
    summary: 'List content that experts have flagged or admins have hidden, newest first',
    query: pageQuery.extend({
      kind: contentKind.default('post'),
      status: z.enum(['flagged', 'hidden']).default('flagged'),
    }),
    reply: paginated(flaggedContent),
  }),
  decideFlag: endpoint({
    method: 'PUT',
    path: '/api/admin/flagged/{id}/',
    access: 'admin',
    summary: 'Hide a flagged post or comment permanently, dismiss the flag, or undo either decision',
    body: flagDecision,
    reply: z.object({ id, kind: contentKind, status: z.union([postStatus, responseStatus]) }),
    errors: ['already_decided'],
  }),
  showSystem: endpoint({
    method: 'GET',
    path: '/api/admin/system/',
    access: 'admin',
    summary: 'Get versions, job queue, disk usage, age of the last backup and failed emails',
    reply: systemStatus,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/api/admin/system/jobs/{id}/retry/',
    access: 'admin',
    summary: 'Run a job again that failed in its last attempt',
    params: z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/) }),
    reply: z.object({ id: z.string(), job: z.string() }),
    errors: ['already_decided'],
  }),
  listAudit: endpoint({
    method: 'GET',
    path: '/api/admin/audit/',
    access: 'admin',
    summary: 'List the audit log, newest first: actor, action, subject, state before and after',
    query: pageQuery.extend(auditFilters),
    reply: paginated(auditEntry),
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: '/api/admin/audit/export.csv',
    access: 'admin',
    summary: `Download entries of the audit log as CSV, newest first, at most ${maxExportedAuditEntries}`,
    query: z.object(auditFilters),
    reply: z.string(),
    contentType: 'text/csv',
    rateLimit: { max: 30, seconds: 3600, by: 'user' },
  }),
}
