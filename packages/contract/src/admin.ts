import { z } from 'zod'
import { expertApplication } from './accounts.ts'
import { byId, id, instant, optionalText, page, paged } from './common.ts'
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

export const admin = {
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
