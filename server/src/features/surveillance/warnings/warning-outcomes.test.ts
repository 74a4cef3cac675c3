import { warnings } from '@kutu/contract/warnings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createConfirmedWarning,
  createDeciders,
  createOpenWarning,
  maizeRust,
  withdrawWarning,
} from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, type TestUser } from '../../../testing/server/test-users.ts'

const weekMs = 7 * 86_400_000
let server: TestServer
let admin: TestUser
let okello: TestUser
let kamau: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  ;({ admin, okello, kamau } = await createDeciders(server))
})
afterAll(() => server.close())

const state = ({ token }: { token: string }, id: string, body: object) =>
  server.request('PUT /api/surveillance/warnings/{id}/outcome/', { token, params: { id }, body })
const listToCheck = async ({ token }: { token: string }) =>
  (await server.request('GET /api/surveillance/warnings/', { token, query: { state: 'to_check' } })).body.results.map(
    ({ id }: { id: string }) => id,
  )
const showOutcomes = async ({ token }: { token: string }) =>
  warnings.showOutcomes.reply.parse((await server.request('GET /api/surveillance/warnings/outcomes/', { token })).body)
    .rows

it('is stated four weeks after the confirmation, by those who decide, and gives the predictive value', async () => {
  const mbale = await createConfirmedWarning(server, admin)
  const gulu = await createConfirmedWarning(server, admin, { ...maizeRust, district: 'UG-gulu' })
  const lira = await createConfirmedWarning(server, admin, { ...maizeRust, district: 'UG-lira' })
  await withdrawWarning(server, okello, lira)
  const open = await createOpenWarning(server, { ...maizeRust, district: 'UG-arua' })
  expect(await listToCheck(okello)).toEqual([])
  server.clock.advance(4 * weekMs + 1)
  const expert = await signIn(server, okello.email)
  // A withdrawn one, too: it is the likeliest not to have been real.
  expect((await listToCheck(expert)).toSorted()).toEqual([mbale, gulu, lira].toSorted())
  const countWaiting = async () =>
    (await server.request('GET /api/dashboard/waiting/', { token: expert.token })).body.warnings
  // With the open one.
  expect(await countWaiting()).toBe(4)

  const seen = { outcome: 'real', checked_by: 'field_visit' }
  const reply = await state(expert, mbale, seen)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ ...seen, outcome_by: expert.id, decided_by: admin.id })
  expect((await state(expert, gulu, { outcome: 'unknown' })).body).toMatchObject({
    outcome: 'unknown',
    checked_by: null,
  })
  expect(await listToCheck(expert)).toEqual([lira])
  expect(await countWaiting()).toBe(2)
  // A laboratory corrects what nobody knew.
  await state(expert, gulu, { outcome: 'not_real', checked_by: 'laboratory' })
  await state(expert, lira, { outcome: 'not_real', checked_by: 'field_visit' })
  const [row] = (await showOutcomes(expert)).filter(({ method }) => method === 'c2')
  expect(row).toMatchObject({ crop: 'maize', disease: 'common_rust', proposed: 4, confirmed: 3, real: 1, not_real: 2 })
  expect(row?.predictive_value?.share).toBeCloseTo(1 / 3)
  const kenyan = await signIn(server, kamau.email)
  expect(await showOutcomes(kenyan)).toEqual([])

  for (const [caller, id, body, expected] of [
    [kenyan, mbale, seen, 'warning_of_other_country'],
    [expert, open, seen, 'warning_not_confirmed'],
    [expert, mbale, { outcome: 'real' }, 'validation_failed'],
    [expert, '11111111-1111-7111-8111-111111111111', seen, 'not_found'],
  ] as const)
    expect((await state(caller, id, body)).body.error).toBe(expected)
  const byKamau = sql`update disease_warnings set outcome_by = ${kamau.id} where id = ${mbale}`.execute(server.app.db)
  await expect(byKamau).rejects.toMatchObject({ constraint: 'warnings_decided_in_the_region' })
})
