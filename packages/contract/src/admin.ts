import { z } from 'zod'
import { expertApplication } from './accounts/accounts.ts'
import { id, idParams, instant, optionalText, pageQuery, paginated, role, verbatimText } from './common.ts'
import { postStatus, responseStatus } from './community/community.ts'
import { maxTextLengths } from './community/moderation.ts'
import { endpoint } from './endpoint.ts'

export const auditEntry = z.object({
  id: z.number().int(),
  at: instant,
  actor: z.object({ id, username: z.string() }).nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** An account as admins see it: never a password, a code or a token. */
export const adminUser = z.object({
  id,
  username: z.string(),
  email: z.string(),
  phone_number: z.string(),
  role,
  /** Leaving: its owner asked for its deletion, and may come back until `leaves_at`. */
  state: z.enum(['active', 'not_activated', 'deactivated', 'leaving']),
  created_at: instant,
  deactivated_at: instant.nullable(),
  leaves_at: instant.nullable(),
})
export type AdminUser = z.infer<typeof adminUser>

const contentKind = z.enum(['post', 'response'])

/** A post or comment that an expert flagged. */
export const flaggedContent = z.object({
  id,
  kind: contentKind,
  post_id: id,
  /** Of the post, also where a comment on it was flagged. */
  title: z.string(),
  content: z.string(),
  author: z.object({ id, username: z.string() }),
  reason: z.string().nullable(),
  flagged_by: z.object({ id, username: z.string() }).nullable(),
  flagged_at: instant.nullable(),
  /** Who hid it and why, once an admin has. */
  hidden: z
    .object({ by: z.object({ id, username: z.string() }).nullable(), at: instant, reason: z.string() })
    .nullable(),
})
export type FlaggedContent = z.infer<typeof flaggedContent>

const flagDecision = z.discriminatedUnion('action', [
  /** The reason is told to the writer. */
  z.object({ kind: contentKind, action: z.literal('hide'), reason: verbatimText(maxTextLengths.reason) }),
  z.object({ kind: contentKind, action: z.literal('dismiss') }),
  z.object({ kind: contentKind, action: z.literal('undo') }),
])

/** How the server behind the product is doing; of several processes, the one that was asked. */
export const systemStatus = z.object({
  versions: z.object({ product: z.string(), node: z.string(), database: z.string(), model: z.string() }),
  jobs: z.object({
    waiting: z.number().int(),
    /** Given up after the last attempt. */
    failed: z.number().int(),
    /** Since when the job has been due that has waited longest. */
    oldest_due_at: instant.nullable(),
  }),
  disk: z.object({
    /** Of DATA_DIR; `is_at_least` where it holds too many files to look at all of them, or some that may not be read. */
    used_bytes: z.number().int(),
    is_at_least: z.boolean(),
    free_bytes: z.number().int(),
    database_bytes: z.number().int(),
  }),
  /** Letters that could not be sent yet, or were given up, the newest first. */
  mail: z.object({
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
  }),
})
export type SystemStatus = z.infer<typeof systemStatus>

export const admin = {
  listUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users/',
    access: 'admin',
    summary: 'Everybody with an account, the newest first unless ordered otherwise',
    query: pageQuery.extend({
      search: optionalText(100),
      by: z.enum(['username', 'email', 'phone_number']).default('username'),
      role: role.optional(),
      ordering: z.enum(['created_at', '-created_at', 'username', '-username']).default('-created_at'),
    }),
    status: 200,
    reply: paginated(adminUser),
  }),
  changeUser: endpoint({
    method: 'PUT',
    path: '/api/admin/users/{id}/',
    access: 'admin',
    summary:
      'Deactivate an account, which signs it out everywhere and ends its bookings, reactivate it, or send it a link for a new password',
    params: idParams,
    body: z.object({ action: z.enum(['deactivate', 'reactivate', 'reset_password']), reason: optionalText(500) }),
    status: 200,
    reply: adminUser,
    errors: ['not_found', 'already_decided', 'own_account', 'last_admin', 'user_deactivated'],
  }),
  listExperts: endpoint({
    method: 'GET',
    path: '/api/admin/experts/',
    access: 'admin',
    summary: 'Experts by approval, the longest waiting first',
    query: pageQuery.extend({
      approval: z.enum(['waiting', 'approved', 'declined']).default('waiting'),
      search: optionalText(100),
    }),
    status: 200,
    reply: paginated(expertApplication),
  }),
  decideExpert: endpoint({
    method: 'PUT',
    path: '/api/admin/experts/{id}/',
    access: 'admin',
    summary: 'Approve or decline an expert',
    params: idParams,
    body: z.object({ action: z.enum(['approve', 'decline']), reason: optionalText(500) }),
    status: 200,
    reply: expertApplication,
    errors: ['not_found', 'already_decided'],
  }),
  listFlagged: endpoint({
    method: 'GET',
    path: '/api/admin/flagged/',
    access: 'admin',
    summary: 'What experts have flagged, or admins hidden, with who did it and why; the newest content first',
    query: pageQuery.extend({
      kind: contentKind.default('post'),
      status: z.enum(['flagged', 'hidden']).default('flagged'),
    }),
    status: 200,
    reply: paginated(flaggedContent),
  }),
  decideFlag: endpoint({
    method: 'PUT',
    path: '/api/admin/flagged/{id}/',
    access: 'admin',
    summary: 'Hide a flagged post or comment for good, dismiss the flag as unfounded, or take either back',
    params: idParams,
    body: flagDecision,
    status: 200,
    reply: z.object({ id, kind: contentKind, status: z.union([postStatus, responseStatus]) }),
    errors: ['not_found', 'already_decided'],
  }),
  showSystem: endpoint({
    method: 'GET',
    path: '/api/admin/system/',
    access: 'admin',
    summary: 'Versions, jobs, disk and letters that could not be sent',
    status: 200,
    reply: systemStatus,
  }),
  listAudit: endpoint({
    method: 'GET',
    path: '/api/admin/audit/',
    access: 'admin',
    summary: 'Every change of state: who, what, before, after, when; newest first',
    // `actor` is the name of who acted.
    query: pageQuery.extend({ action: optionalText(60), subject_id: optionalText(60), actor: optionalText(60) }),
    status: 200,
    reply: paginated(auditEntry),
  }),
}
