import type { CountryCode } from '@kutu/places/districts'
import { sql } from 'kysely'
import { firstEarsWeek } from '../../features/surveillance/outbreak-detection/ears.ts'
import { proposeWarnings } from '../../features/surveillance/warnings/propose-warnings.ts'
import { addWeeks, findMonday } from '../../features/surveillance/weekly/weeks.ts'
import type { TestServer } from '../server/test-server.ts'
import { createTestAdmin, signUpApprovedExpert, signUpFarmer, type TestUser } from '../server/test-users.ts'

type Cell = { district: string; crop: string; disease: string }
export const maizeRust: Cell = { district: 'UG-mbale', crop: 'maize', disease: 'common_rust' }

/** Makes farmers who have been here for a month, with an approved post: reports of new accounts are not counted. */
export async function establish({ app }: TestServer, ids: readonly string[]): Promise<void> {
  const monthAgo = sql`${app.clock.now()}::timestamptz - interval '30 days'`
  await sql`update users set created_at = ${monthAgo} where id = any(${ids}::uuid[])`.execute(app.db)
  await sql`insert into posts (farmer_id, title, content, crop_type, disease_type, urgency_level, status, fingerprint, created_at)
    select id, 'Planting', 'When do you plant?', 'MAIZE', 'common_rust', 'low', 'approved', '', ${monthAgo}
    from unnest(${ids}::uuid[]) as id`.execute(app.db)
}

/** Signs up a farmer who grows crops in a district. */
export async function signUpGrower(server: TestServer, district = 'UG-mbale', crops = ['MAIZE']): Promise<TestUser> {
  const farmer = await signUpFarmer(server)
  await server.app.db
    .updateTable('farmer_profiles')
    .set({ district, crop_types: crops })
    .where('user_id', '=', farmer.id)
    .execute()
  return farmer
}

/** Stores weekly counts up to the last week that has ended: of confident reports, and of farmers who photographed the crop. */
export async function storeWeeks(
  server: TestServer,
  { district, crop, disease }: Cell,
  weeks: readonly { reports: number; photographed: number }[],
): Promise<void> {
  const last = findMonday(server.app, undefined)
  const rows = weeks.flatMap(({ reports, photographed }, i) => {
    const week = addWeeks(last, i + 1 - weeks.length)
    return [
      { district, crop, disease, week, strength: 'confident' as const, farmers: reports },
      { district, crop, disease: '', week, strength: 'photographed' as const, farmers: photographed },
    ]
  })
  await sql`insert into counted_weeks values (${last}, ${server.app.clock.now()}, false) on conflict do nothing`.execute(
    server.app.db,
  )
  await server.app.db
    .insertInto('weekly_counts')
    .values(rows.filter(({ farmers }) => farmers > 0))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** As many weeks as EARS needs: quiet ones, and then one with a rise. */
export const weeksWithRise = (reports = 15) => [
  ...Array.from({ length: firstEarsWeek }, () => ({ reports: 2, photographed: 30 })),
  { reports, photographed: 30 },
]

/** Proposes warnings for what was stored since the diseases of the week were judged. */
export async function judgeAgain({ app }: TestServer): Promise<void> {
  await app.db.deleteFrom('judged_diseases').execute()
  await proposeWarnings(app)
}

/** Proposes a warning in a district and returns its id. */
export async function createOpenWarning(server: TestServer, cell: Cell = maizeRust): Promise<string> {
  await storeWeeks(server, cell, weeksWithRise())
  await judgeAgain(server)
  const { id } = await server.app.db
    .selectFrom('disease_warnings')
    .select('id')
    .where(({ and }) => and({ ...cell, state: 'open' }))
    .executeTakeFirstOrThrow()
  return id
}

export const chooseCountry = (server: TestServer, { token }: TestUser, country: CountryCode) =>
  server.request('PUT /api/surveillance/expert-country/', { token, body: { country } })

/** Creates an administrator and an expert each who decides in Uganda and in Kenya. */
export async function createDeciders(server: TestServer) {
  const admin = await createTestAdmin(server)
  const [okello, kamau] = [await signUpApprovedExpert(server, admin), await signUpApprovedExpert(server, admin)]
  await chooseCountry(server, okello, 'UG')
  await chooseCountry(server, kamau, 'KE')
  return { admin, okello, kamau }
}

/** Confirms a warning as an administrator or an expert of its country, without the request. Nobody is notified. */
export async function createConfirmedWarning(server: TestServer, decider: TestUser, cell: Cell = maizeRust) {
  const id = await createOpenWarning(server, cell)
  const decided_at = server.clock.now()
  const valid_until = new Date(decided_at.getTime() + 14 * 86_400_000).toISOString().slice(0, 10)
  await server.app.db
    .updateTable('disease_warnings')
    .set({ state: 'confirmed', decided_by: decider.id, decided_at, announced_at: decided_at, valid_until })
    .where('id', '=', id)
    .execute()
  return id
}

export const withdrawWarning = (
  server: TestServer,
  { token }: Pick<TestUser, 'token'>,
  id: string,
  body: object = { reason: 'The photos show another disease.' },
  headers: Record<string, string> = {},
) => server.request('POST /api/surveillance/warnings/{id}/withdraw/', { token, params: { id }, body, headers })

/** Approves the SMS of a confirmed warning as another administrator. */
export async function approveSms(server: TestServer, id: string): Promise<void> {
  const { token } = await createTestAdmin(server, `second-${id.slice(0, 8)}`)
  const { status } = await server.request('POST /api/surveillance/warnings/{id}/approve-sms/', {
    token,
    params: { id },
  })
  if (status !== 200) throw new Error(`the SMS of warning ${id} were not approved: ${status}`)
}
