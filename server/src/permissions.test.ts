import { contract } from '@kutu/contract/contract'
import type { Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const endpoints = Object.values(contract).flatMap(feature => Object.entries<Endpoint>(feature))
const unknownId = '00000000-0000-4000-8000-000000000000'

let server: TestServer
let users: Record<Actor, TestUser | undefined>

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  const admin = await createTestAdmin(server)
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
  const methods = [endpoint.method, ...(endpoint.aliasMethods ?? [])]
  it.each(actors.flatMap(actor => methods.map(method => ({ actor, method }))))(
    '$method by $actor',
    async ({ actor, method }) => {
      // Signing out ends a session that the next cases need, so each sign-out gets its own session.
      const person = users[actor]
      const token = name === 'signOut' && person ? (await signIn(server, person.email)).token : person?.token
      const path = endpoint.path.replaceAll(/\{\w+\}/g, unknownId)
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
})
