import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { erasedColumns, personalData } from '../../../platform/db/personal-data.ts'
import {
  createApprovedPost,
  createPendingComment,
  fetchNotifications,
  moderateComment,
} from '../../../testing/features/community.ts'
import { bookSlot, createFreeSlot } from '../../../testing/features/consultations.ts'
import { chooseCountry, createConfirmedWarning, withdrawWarning } from '../../../testing/features/surveillance.ts'
import { submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { addTestApp } from '../../../testing/server/test-second-factor.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { givePhoto, signUpExpert, signUpFarmer } from '../../../testing/server/test-users.ts'
import { collectExportData } from './export-data.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
})
afterAll(() => server.close())

const exportedTables = Object.entries(personalData).flatMap(([table, { export: columns }]) =>
  'excluded' in columns ? [] : [{ table, columns }],
)

it('every column of the tables in the export is in a file or excluded with a reason', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and table_name = any(${exportedTables.map(({ table }) => table)})
  `.execute(server.app.db)
  const inDatabase = rows.map(({ place }) => place)
  const places = exportedTables.flatMap(({ table, columns }) => Object.keys(columns).map(name => `${table}.${name}`))
  const idsOfUsers = erasedColumns.flatMap(({ table, column, result }) =>
    typeof result === 'string' ? [`${table}.${column}`] : [],
  )
  // These columns are constant: they exist for foreign keys that check the role of a user.
  const constants = [
    'availability_slots.expert_role',
    'bookings.farmer_role',
    'working_hours.expert_role',
    'daily_emails.expert_role',
  ]
  const listed = new Set([...places, ...idsOfUsers, ...constants])
  const unlisted = inDatabase.filter(place => !listed.has(place))
  const unknown = places.filter(place => !inDatabase.includes(place))
  expect({ unlisted, unknown }).toEqual({ unlisted: [], unknown: [] })
})

it('the export files contain every exported column', async () => {
  const leaf = async (seed: number) => new Uint8Array(await drawLeaf({ seed, spots: true }).jpeg().toBuffer())
  const [farmer, expert] = [await signUpFarmer(server), await signUpExpert(server)]
  const { token } = farmer
  const details = {
    idNumber: 'CM900123456789',
    organisationName: 'Bukoto Growers',
    firstName: 'Joy',
    lastName: 'Namusoke',
    physicalAddress: 'Plot 4, Masaka Road',
    nationality: 'UG',
    dob: '1990-02-28',
    occupation: 'Farmer',
  }
  await server.request('POST /api/auth/complete-profile', { token, body: details })
  const now = server.clock.now()
  const change = { areas_of_expertise: ['rice'], certifications: ['PhD'], experience_years: 9, institution: 'NARO' }
  await server.app.db
    .insertInto('expert_profile_changes')
    .values({ user_id: expert.id, ...change, requested_at: now })
    .execute()
  await server.app.db.insertInto('expert_districts').values({ user_id: expert.id, district: 'UG-mbale' }).execute()
  await givePhoto(server, farmer, await leaf(1))
  await addTestApp(server, farmer)
  await server.request('PUT /api/account/photo-consent/', { token, body: { is_given: true } })
  const { body: analysis } = await uploadPhoto(server, token, await leaf(2))
  await server.request('POST /api/account/email/', { token, body: { email: `new-${farmer.email}` } })
  const post = await createApprovedPost(server, farmer, expert)
  const comment = await createPendingComment(server, farmer, post.id)
  await moderateComment(server, expert, post.id, { response_id: comment.id, action: 'approve' })
  await bookSlot(server, farmer, (await createFreeSlot(server, expert)).id, { question: 'Is it rust?' })
  await createFreeSlot(server, expert)
  const hours = { appointment_minutes: 30, break_minutes: 0, days_ahead: 1, periods: [], days_off: [] }
  await server.request('PUT /api/consultations/working-hours/', { token: expert.token, body: hours })
  await chooseCountry(server, expert, 'UG')
  const warning_id = await createConfirmedWarning(server, expert)
  const [sent_at, next_at] = [new Date('2026-11-16'), new Date('2026-11-23')]
  await server.app.db
    .insertInto('warning_notices')
    .values({ warning_id, farmer_id: farmer.id, crop: 'maize', sent_at, next_at, sms_at: null, sms_refused: null })
    .execute()
  const labeled = { warning_id, analysis_id: analysis.id, expert_id: expert.id, label: 'healthy' } as const
  await server.app.db
    .insertInto('warning_photo_labels')
    .values({ ...labeled, labeled_at: now })
    .execute()
  await withdrawWarning(server, expert, warning_id)
  const reply = { title: 'Rust', content: 'Remove the sick leaves.', article: null, is_shared: true }
  await server.request('POST /api/community/saved-replies/', { token: expert.token, body: reply })
  await submitTrainingImage(server, expert, await leaf(51))
  const choice = { kind: 'bookings', channel: 'push', is_on: false }
  await server.request('PUT /api/account/notification-choices/', { token, body: { choices: [choice] } })
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/farmer',
    keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') },
  }
  await server.request('POST /api/account/push-subscriptions/', { token, body: subscription })
  expect((await fetchNotifications(server, farmer)).results).not.toHaveLength(0)

  const exports = await Promise.all([farmer, expert].map(({ id }) => collectExportData(server.app.db, id)))
  const isInExport = (place: string) => {
    const [file = '', ...path] = place.split('/')
    return exports.some(({ textFiles }) => hasPath(JSON.parse(textFiles.get(file) ?? 'null'), path))
  }
  const places = exportedTables.flatMap(({ table, columns }) =>
    Object.entries(columns).flatMap(([column, place]) =>
      typeof place === 'string' ? [{ column: `${table}.${column}`, place }] : [],
    ),
  )
  expect(places.filter(({ place }) => !isInExport(place))).toEqual([])
})

/** Returns true if the property exists, be it null; lists are searched for an element that has it. */
function hasPath(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true
  if (Array.isArray(value)) return value.some(element => hasPath(element, [key, ...rest]))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
  return hasPath(Reflect.get(value, key), rest)
}
