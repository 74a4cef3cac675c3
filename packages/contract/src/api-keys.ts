import { z } from 'zod'
import { apiKeyScopes, maxApiKeyDays } from './api-key-scopes.ts'
import { email, id, instant, pageQuery, paginated, person, trimmedText } from './common.ts'
import { endpoint } from './endpoint.ts'
import { countsSubject } from './surveillance.ts'

const scopes = z.array(z.enum(apiKeyScopes)).min(1).max(apiKeyScopes.length)
const countries = z.array(countsSubject.country).min(1).max(countsSubject.country.options.length)

/** A key as administrators see it. The key itself is shown once, in the reply that creates it. */
export const apiKey = z.object({
  id,
  /** The public start of the key, such as `kutu_3f2a91c0d7e4`, by which lists and logs name it. */
  public_id: z.string(),
  /** Who uses it, and what for. */
  name: z.string(),
  /** Email address of the people who use it. */
  contact: z.string(),
  scopes,
  /** The countries whose data it reads; null for every country. */
  countries: countries.nullable(),
  created_at: instant,
  created_by: person,
  expires_at: instant,
  revoked_at: instant.nullable(),
  revoked_by: person.nullable(),
  /** To the minute. */
  last_used_at: instant.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

export const apiKeys = {
  listApiKeys: endpoint({
    method: 'GET',
    path: '/api/admin/api-keys/',
    access: 'admin',
    summary: 'List API keys, newest first: those that work, or those that are revoked or expired',
    query: pageQuery.extend({ state: z.enum(['active', 'ended']).default('active') }),
    reply: paginated(apiKey),
  }),
  createApiKey: endpoint({
    method: 'POST',
    path: '/api/admin/api-keys/',
    access: 'admin',
    summary: 'Create an API key for open data; the reply shows it once',
    requiresRecentPassword: true,
    isReplySecret: true,
    body: z.object({
      name: trimmedText(80),
      contact: email,
      scopes,
      countries: countries.nullable().default(null),
      days: z.number().int().min(1).max(maxApiKeyDays),
    }),
    status: 201,
    reply: apiKey.extend({ key: z.string() }),
    rateLimit: { max: 30, seconds: 3600, by: 'user' },
  }),
  revokeApiKey: endpoint({
    method: 'POST',
    path: '/api/admin/api-keys/{id}/revoke/',
    access: 'admin',
    summary: 'Revoke an API key for good; the next call with it is refused',
    requiresRecentPassword: true,
    reply: apiKey,
    errors: ['already_decided'],
  }),
}
