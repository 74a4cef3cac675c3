import { contract } from '@kutu/contract/all'
import type { Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvedExpert, expert, farmer, newAdmin, type Person, signIn } from './testing/people.ts'
import { type World, world } from './testing/world.ts'

const actors = ['nobody', 'farmer', 'other farmer', 'expert', 'unapproved expert', 'admin'] as const
type Actor = (typeof actors)[number]

/** What the contract promises each actor: in, or turned away with a word. */
function promised({ who }: Endpoint, actor: Actor): 'in' | 'unauthenticated' | 'forbidden' | 'approval_pending' {
  if (who === 'anyone') return 'in'
  if (actor === 'nobody') return 'unauthenticated'
  if (who === 'user') return 'in'
  if (who === 'approved expert') {
    if (actor === 'unapproved expert') return 'approval_pending'
    return actor === 'expert' ? 'in' : 'forbidden'
  }
  if (who === 'farmer or expert') return actor === 'admin' ? 'forbidden' : 'in'
  if (who === 'expert') return actor === 'expert' || actor === 'unapproved expert' ? 'in' : 'forbidden'
  if (who === 'farmer') return actor === 'farmer' || actor === 'other farmer' ? 'in' : 'forbidden'
  return actor === 'admin' ? 'in' : 'forbidden'
}

const calls = Object.values(contract).flatMap(feature => Object.entries<Endpoint>(feature))
const nowhere = '00000000-0000-4000-8000-000000000000'

let w: World
let people: Record<Actor, Person | undefined>

beforeAll(async () => {
  w = await world({ expertApproval: 'manual' })
  const admin = await newAdmin(w)
  people = {
    nobody: undefined,
    farmer: await farmer(w),
    'other farmer': await farmer(w),
    expert: await approvedExpert(w, admin),
    'unapproved expert': await expert(w),
    admin,
  }
})
afterAll(() => w.close())

describe.each(calls)('%s', (name, endpoint) => {
  const methods = [endpoint.method, ...(endpoint.alsoAs ?? [])]
  it.each(actors.flatMap(actor => methods.map(method => ({ actor, method }))))(
    '$method by $actor',
    async ({ actor, method }) => {
      // Signing out would end the session the next case needs, so each sign-out has one of its own.
      const person = people[actor]
      const token = name === 'signOut' && person ? (await signIn(w, person.email)).token : person?.token
      const path = endpoint.path.replaceAll(/\{\w+\}/g, nowhere)
      const { status, body } = await w.call(`${method} ${path as '/x'}`, {
        token,
        ...(method === 'GET' || endpoint.files ? {} : { body: {} }),
      })
      const wanted = promised(endpoint, actor)
      if (wanted === 'in') {
        expect([401, 403, 405, 500]).not.toContain(status)
        return
      }
      expect(body).toMatchObject({ status, error: wanted })
      expect(status).toBe(wanted === 'unauthenticated' ? 401 : 403)
    },
  )
})
