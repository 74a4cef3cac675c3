import { type ApiKeyScope, apiKeyScopes } from '@kutu/contract/api-key-scopes'
import { contract } from '@kutu/contract/contract'
import { callsOf, type Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestKey } from './testing/features/api-keys.ts'
import { startTestServer, type TestServer } from './testing/server/test-server.ts'
import {
  createTestAdmin,
  signIn,
  signUpApprovedExpert,
  signUpExpert,
  signUpFarmer,
  type TestUser,
} from './testing/server/test-users.ts'

const actors = ['anonymous', 'farmer', 'other farmer', 'expert', 'unapproved expert', 'admin'] as const
type Actor = (typeof actors)[number]

/** Returns what the contract promises an actor: access, or an error code. */
function expectedOutcome(
  { access }: Endpoint,
  actor: Actor,
): 'allowed' | 'unauthenticated' | 'forbidden' | 'approval_pending' {
  if (access === 'anyone') return 'allowed'
  if (actor === 'anonymous') return 'unauthenticated'
  if (access === 'user') return 'allowed'
  if (access.endsWith('or admin') && actor === 'admin') return 'allowed'
  if (access === 'approved expert' || access === 'approved expert or admin') {
    if (actor === 'unapproved expert') return 'approval_pending'
    return actor === 'expert' ? 'allowed' : 'forbidden'
  }
  if (access === 'farmer or expert') return actor === 'admin' ? 'forbidden' : 'allowed'
  if (access === 'expert' || access === 'expert or admin')
    return actor === 'expert' || actor === 'unapproved expert' ? 'allowed' : 'forbidden'
  if (access === 'farmer') return actor === 'farmer' || actor === 'other farmer' ? 'allowed' : 'forbidden'
  return actor === 'admin' ? 'allowed' : 'forbidden'
}

/** API keys, each with every scope and for every country unless its name says otherwise. */
const keyKinds = ['valid key', 'key without the scope', 'key of another country', 'revoked key', 'expired key'] as const
type KeyKind = (typeof keyKinds)[number]

/** Returns what the contract promises a program with an API key: access, or an error code. */
function expectedKeyOutcome({ access, apiKeyScopes }: Endpoint, kind: KeyKind): string {
  if (access === 'anyone') return 'allowed'
  if (!apiKeyScopes) return 'api_key_not_accepted'
  return {
    'valid key': 'allowed',
    'key without the scope': 'api_key_scope_missing',
    'key of another country': 'api_key_country_missing',
    'revoked key': 'api_key_revoked',
    'expired key': 'api_key_expired',
  }[kind]
}

const endpoints = Object.values(contract).flatMap(feature => Object.entries<Endpoint>(feature))
const unknownId = '00000000-0000-4000-8000-000000000000'

let server: TestServer
let users: Record<Actor, TestUser | undefined>
let findKey: (kind: KeyKind, missing?: ApiKeyScope) => string

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  const founder = await createTestAdmin(server)
  const scopes = [...apiKeyScopes]
  const expired = await createTestKey(server, founder, { scopes, days: 1 })
  server.clock.advance(25 * 3600_000)
  const admin = await signIn(server, founder.email)
  const keys = {
    'valid key': await createTestKey(server, admin, { scopes }),
    'key of another country': await createTestKey(server, admin, { scopes, countries: ['RW'] }),
    'revoked key': await createTestKey(server, admin, { scopes }),
    'expired key': expired,
  }
  const { id } = keys['revoked key']
  await server.request('POST /api/admin/api-keys/{id}/revoke/', { token: admin.token, params: { id }, body: {} })
  const keysWithout = new Map<ApiKeyScope, string>()
  for (const scope of scopes) {
    const others = scopes.filter(each => each !== scope)
    keysWithout.set(scope, (await createTestKey(server, admin, { scopes: others })).key)
  }
  findKey = (kind, missing = 'counts') =>
    kind === 'key without the scope' ? (keysWithout.get(missing) ?? '') : keys[kind].key
  users = {
    anonymous: undefined,
    farmer: await signUpFarmer(server),
    'other farmer': await signUpFarmer(server),
    expert: await signUpApprovedExpert(server, admin),
    'unapproved expert': await signUpExpert(server),
    admin,
  }
})
afterAll(() => server.close())

describe.each(endpoints)('%s', (name, endpoint) => {
  const calls = callsOf(endpoint)
  it.each(actors.flatMap(actor => calls.map(call => ({ actor, ...call }))))(
    '$method $path by $actor',
    async ({ actor, method, path: template }) => {
      // Signing out ends a session that the next cases need, so each sign-out gets its own session.
      const person = users[actor]
      const token = name === 'signOut' && person ? (await signIn(server, person.email)).token : person?.token
      const path = template.replaceAll(/\{\w+\}/g, unknownId)
      const { status, body } = await server.request(`${method} ${path as '/x'}`, {
        token,
        ...(method === 'GET' || endpoint.files ? {} : { body: {} }),
      })
      const expected = expectedOutcome(endpoint, actor)
      if (expected === 'allowed') {
        expect([401, 403, 405, 500]).not.toContain(status)
        return
      }
      expect(body).toMatchObject({ status, error: expected })
      expect(status).toBe(expected === 'unauthenticated' ? 401 : 403)
    },
  )
  // An endpoint with several scopes demands each of them.
  const keys = keyKinds.flatMap((kind): { kind: KeyKind; missing?: ApiKeyScope }[] =>
    kind === 'key without the scope' && endpoint.apiKeyScopes
      ? endpoint.apiKeyScopes.map(missing => ({ kind, missing }))
      : [{ kind }],
  )
  it.each(keys.flatMap(key => calls.map(call => ({ ...key, ...call }))))(
    '$method $path by a program with a $kind',
    async ({ kind, missing, method, path: template }) => {
      const path = template.replaceAll(/\{\w+\}/g, unknownId)
      const { status, body } = await server.request(`${method} ${path as '/x'}`, {
        token: findKey(kind, missing),
        query: kind === 'key of another country' ? { country: 'KE' } : {},
        ...(method === 'GET' || endpoint.files ? {} : { body: {} }),
      })
      const expected = expectedKeyOutcome(endpoint, kind)
      if (expected === 'allowed') expect([401, 403, 405, 500]).not.toContain(status)
      else expect(body.error).toBe(expected)
      if (expected === 'api_key_scope_missing') expect(body.message).toContain(missing)
    },
  )
})

it('API keys read only, and only what names a country', () => {
  const open = endpoints.filter(([, { apiKeyScopes }]) => apiKeyScopes !== undefined)
  expect(open.length).toBeGreaterThan(2)
  for (const [name, { method, aliases, access, query }] of open) {
    expect([name, method, aliases]).toEqual([name, 'GET', undefined])
    expect([name, access]).not.toEqual([name, 'anyone'])
    expect([name, query?.shape.country]).toEqual([name, expect.anything()])
  }
})
