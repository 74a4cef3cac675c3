import { z } from 'zod'
import { expertApplication } from './accounts.ts'
import { byId, id, instant, optionalText, page, paged, role } from './common.ts'
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
  state: z.enum(['active', 'not_activated', 'deactivated']),
  created_at: instant,
  deactivated_at: instant.nullable(),
})
export type AdminUser = z.infer<typeof adminUser>

export const admin = {
  listUsers: endpoint({
    method: 'GET',
    path: '/api/admin/users/',
    who: 'admin',
    summary: 'Everybody with an account, the newest first unless ordered otherwise',
    query: page.extend({
      search: optionalText(100),
      by: z.enum(['username', 'email', 'phone_number']).default('username'),
      role: role.optional(),
      ordering: z.enum(['created_at', '-created_at', 'username', '-username']).default('-created_at'),
    }),
    status: 200,
    reply: paged(adminUser),
  }),
  changeUser: endpoint({
    method: 'PUT',
    path: '/api/admin/users/{id}/',
    who: 'admin',
    summary:
      'Deactivate an account, which signs it out everywhere, reactivate it, or send it a link for a new password',
    params: byId,
    body: z.object({ action: z.enum(['deactivate', 'reactivate', 'reset_password']), reason: optionalText(500) }),
    status: 200,
    reply: adminUser,
    errors: ['not_found', 'already_decided', 'own_account', 'last_admin', 'user_deactivated'],
  }),
  listExperts: endpoint({
    method: 'GET',
    path: '/api/admin/experts/',
    who: 'admin',
    summary: 'Experts by approval, the longest waiting first',
    query: page.extend({
      approval: z.enum(['waiting', 'approved', 'declined']).default('waiting'),
      search: optionalText(100),
    }),
    status: 200,
    reply: paged(expertApplication),
  }),
  decideExpert: endpoint({
    method: 'PUT',
    path: '/api/admin/experts/{id}/',
    who: 'admin',
    summary: 'Approve or decline an expert',
    params: byId,
    body: z.object({ action: z.enum(['approve', 'decline']), reason: optionalText(500) }),
    status: 200,
    reply: expertApplication,
    errors: ['not_found', 'already_decided'],
  }),
  listAudit: endpoint({
    method: 'GET',
    path: '/api/admin/audit/',
    who: 'admin',
    summary: 'Every change of state: who, what, before, after, when; newest first',
    query: page.extend({ action: optionalText(60), subject_id: optionalText(60) }),
    status: 200,
    reply: paged(auditEntry),
  }),
}
