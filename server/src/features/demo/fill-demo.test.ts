// @slow
import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { postStatus } from '@kutu/contract/community/community'
import { surveillance } from '@kutu/contract/surveillance'
import { trends } from '@kutu/contract/trends'
import { warnings } from '@kutu/contract/warnings'
import { weather } from '@kutu/contract/weather'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { createTestAdmin, signIn, signUpFarmer } from '../../testing/server/test-users.ts'
import { ensureDemoAccounts } from '../accounts/demo-accounts.ts'
import { demoGrowers } from '../accounts/demo-growers.ts'
import { closeWeeks } from '../surveillance/weekly/close-weeks.ts'
import { beforeHistory, fillDemo } from './fill-demo.ts'
import { fillWeather, type SimulatedWeather, startSimulatedWeather } from './simulated-weather.ts'

let server: TestServer
let service: SimulatedWeather
const printed: string[] = []
const fill = (app = server.app) => fillDemo(app, line => printed.push(line))
const count = async (table: 'analyses' | 'posts' | 'bookings' | 'users' | 'responses' | 'training_images') =>
  (await server.app.db.selectFrom(table).select('id').execute()).length

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  service = await startSimulatedWeather(() => server.clock.now())
  server.app.config.weather = { url: service.url, apiKey: undefined, isSimulated: true }
  await ensureDemoAccounts(beforeHistory(server.app))
  await closeWeeks(server.app, {}, new AbortController().signal)
  // Servers that start at the same time: one of them fills the demonstration.
  const histories = await Promise.all([fill(), fill()])
  expect(histories.filter(history => history !== undefined)).toMatchObject([{ rejected: 0 }])
}, 300_000)
afterAll(async () => {
  await server.close()
  await service.close()
})

describe('a new demonstration', () => {
  it('has a year of analyses of a dozen farmers, answered by the model', async () => {
    const rows = await server.app.db
      .selectFrom('analyses')
      .select(['farmer_id', 'uploaded_at', 'model_version', 'confidence'])
      .execute()
    expect(rows.length).toBeGreaterThan(30)
    expect(new Set(rows.map(row => row.farmer_id)).size).toBe(12 + demoGrowers.flatMap(each => each.usernames).length)
    expect(new Set(rows.map(row => row.uploaded_at.toISOString().slice(0, 7))).size).toBeGreaterThanOrEqual(11)
    expect(new Set(rows.map(row => row.model_version))).toEqual(new Set([server.app.vision.card.version]))
    expect(new Set(rows.map(row => row.confidence)).size).toBeGreaterThan(30)
    expect(rows.every(row => row.uploaded_at <= server.clock.now())).toBe(true)
  })

  it('shows the faces of its experts', async () => {
    const [nakato] = await ensureDemoAccounts(server.app)
    if (!nakato) throw new Error('no demonstration account')
    const { token } = await signIn(server, nakato.email, nakato.password)
    const { body } = await server.request('GET /api/consultations/availability-slots/all/', { token })
    const photos = body.map(({ expert }: { expert: { photo: string | null } }) => expert.photo)
    expect(photos.length).toBeGreaterThan(0)
    expect(photos.every((photo: string | null) => photo?.startsWith('http'))).toBe(true)
  })

  it('has posts in every state, with answers of experts', async () => {
    const posts = await server.app.db.selectFrom('posts').select(['status', 'created_at']).execute()
    expect(new Set(posts.map(post => post.status))).toEqual(new Set(postStatus.options))
    const responses = await server.app.db.selectFrom('responses').select(['status', 'author_role']).execute()
    expect(responses.filter(response => response.author_role === 'expert').length).toBeGreaterThan(5)
    expect(new Set(responses.map(response => response.status))).toEqual(
      new Set(['pending', 'approved', 'endorsed', 'flagged']),
    )
  })

  it('has photos on posts whose answers fit what the farmers write', async () => {
    const rows = await server.app.db
      .selectFrom('posts as p')
      .innerJoin('analyses as a', 'a.id', 'p.analysis_id')
      .select(['p.title', 'p.crop_type', 'p.disease_type', 'a.crop_type as analyzed_crop', 'a.rust_class', 'a.disease'])
      .execute()
    expect(new Set(rows.map(({ rust_class }) => rust_class))).toEqual(new Set(['common_rust', 'other_disease']))
    for (const { title, crop_type, disease_type, analyzed_crop, rust_class, disease } of rows) {
      expect([title, analyzed_crop, rust_class === 'common_rust']).toEqual([
        title,
        crop_type,
        disease_type === 'common_rust',
      ])
      const card = findDiseaseCard(crop_type.toLowerCase(), disease_type)
      if (card && rust_class === 'other_disease') expect(card.diseases, title).toContain(disease)
    }
  })

  it('has bookings in every state and appointments to come', async () => {
    const bookings = await server.app.db.selectFrom('bookings').select(['status', 'ended', 'selected_date']).execute()
    expect(new Set(bookings.map(({ status, ended }) => ended ?? status))).toEqual(
      new Set(['pending', 'approved', 'rejected', 'cancelled', 'expired']),
    )
    const now = server.clock.now()
    expect(bookings.some(({ selected_date }) => selected_date !== null && selected_date > now)).toBe(true)
  })

  it('has training photos, a session, reports and unread notifications', async () => {
    const images = await server.app.db.selectFrom('training_images').select('origin').execute()
    expect(images.filter(({ origin }) => origin === 'upload').length).toBeGreaterThan(10)
    expect(images.some(({ origin }) => origin === 'report')).toBe(true)
    expect(await server.app.db.selectFrom('training_sessions').select('id').execute()).toHaveLength(1)
    const [nakato] = await ensureDemoAccounts(server.app)
    if (!nakato) throw new Error('no demonstration account')
    const { token } = await signIn(server, nakato.email, nakato.password)
    const { body } = await server.request('GET /api/notifications/', { token })
    expect(body.results.length).toBeGreaterThan(0)
  })

  it('has a rise that an expert confirmed, so that farmers hear of it, and one to decide', async () => {
    const warnings = await server.app.db.selectFrom('disease_warnings').selectAll().orderBy('district').execute()
    expect(warnings.map(({ district, crop, disease, state }) => [district, crop, disease, state])).toEqual([
      ['UG-mbale', 'maize', 'common_rust', 'confirmed'],
      ['UG-mukono', 'maize', 'common_rust', 'open'],
    ])
    await server.runJobs()
    const notices = await server.app.db.selectFrom('warning_notices').selectAll().execute()
    expect(notices.length).toBeGreaterThanOrEqual(14)
    const [nakato] = await ensureDemoAccounts(server.app)
    if (!nakato) throw new Error('no demonstration account')
    const { token } = await signIn(server, nakato.email, nakato.password)
    const { body } = await server.request('GET /api/surveillance/notices/', { token })
    expect(body).toMatchObject({ count: 1, results: [{ district: 'UG-mbale', is_over: false }] })
  })

  it('has weekly counts of districts that are large enough to be shown', async () => {
    const query = { country: 'UG', crop: 'maize', disease: 'common_rust' } as const
    const { body } = await server.request('GET /api/surveillance/map/', { query })
    const { districts } = surveillance.showMap.reply.parse(body)
    const shown = districts.filter(({ reports_min, photographed }) => reports_min > 0 && photographed)
    expect(shown.map(({ district }) => district).sort()).toEqual(['UG-iganga', 'UG-lira', 'UG-mbale', 'UG-mukono'])
    expect(districts.find(({ district }) => district === 'UG-gulu')?.photographed ?? null).toBeNull()
  })

  it('has invented weather that says so, in the trend, the evidence, the map and the notice of the warning', async () => {
    const [nakato] = await ensureDemoAccounts(server.app)
    const expert = (await ensureDemoAccounts(server.app)).find(({ email }) => email === 'expert@kutu.example')
    if (!nakato || !expert) throw new Error('no demonstration account')
    const { token } = await signIn(server, expert.email, expert.password)
    const subject = { country: 'UG', crop: 'maize', disease: 'common_rust' } as const
    const isRisky = expect.stringMatching(/^(medium|high)$/)

    const map = await server.request('GET /api/surveillance/weather/', { query: subject })
    const { source, districts } = weather.showWeatherRisk.reply.parse(map.body)
    expect(source).toBe('simulation')
    expect(districts.find(({ district }) => district === 'UG-mbale')).toMatchObject({ level: isRisky })
    const trend = await server.request('GET /api/surveillance/trends/', {
      token,
      query: { ...subject, district: 'UG-mbale' },
    })
    const { weeks, weather_source } = trends.showTrend.reply.parse(trend.body)
    expect(weather_source).toBe('simulation')
    expect(weeks.slice(-12).map(({ weather }) => weather?.level)).toEqual(Array(12).fill(isRisky))

    const { id } = await server.app.db
      .selectFrom('disease_warnings')
      .select('id')
      .where('district', '=', 'UG-mbale')
      .executeTakeFirstOrThrow()
    const evidence = await server.request('GET /api/surveillance/warnings/{id}/', { token, params: { id } })
    expect(warnings.showWarning.reply.parse(evidence.body)).toMatchObject({
      weather_source: 'simulation',
      weather: [{ level: isRisky }, { level: isRisky }],
    })
    const farmer = await signIn(server, nakato.email, nakato.password)
    const notice = await server.request('GET /api/surveillance/notices/{id}/', { token: farmer.token, params: { id } })
    expect(warnings.showNotice.reply.parse(notice.body)).toMatchObject({
      weather_source: 'simulation',
      weather: { level: isRisky },
    })
  })

  it('has a year in which a disease rises, in the country and two districts, with hidden weeks', async () => {
    const { token } = await createTestAdmin(server)
    for (const district of [undefined, 'UG-mbale', 'UG-mukono']) {
      const query = { country: 'UG', crop: 'maize', disease: 'common_rust', ...(district && { district }) }
      const { body } = await server.request('GET /api/surveillance/trends/', { token, query })
      const { weeks } = trends.showTrend.reply.parse(body)
      expect(weeks.some(({ photographed_min }) => photographed_min === 0)).toBe(true)
      const narrow = weeks.filter(({ low, high }) => low !== null && high !== null && low > 0 && high < 1)
      expect(narrow.length).toBeGreaterThan(12)
      const baseline = weeks.slice(-10, -2)
      const last = weeks.at(-1)
      expect(last?.low).toBeGreaterThan(Math.max(...baseline.map(({ low }) => low ?? 0)))
      expect(last?.reports_min).toBeGreaterThan(2 * Math.max(...baseline.map(({ reports_min }) => reports_min)))
    }
  })

  it('has healthy plants, rust and other diseases of several crops', async () => {
    const rows = await server.app.db
      .selectFrom('analyses')
      .select(['crop_type', 'rust_class', ({ fn }) => fn.countAll<string>().as('count')])
      .where('crop_type', 'is not', null)
      .groupBy(['crop_type', 'rust_class'])
      .execute()
    const shares = (crop: string) => {
      const own = rows.filter(({ crop_type }) => crop_type === crop).map(({ count }) => Number(count))
      const total = own.reduce((sum, count) => sum + count, 0)
      return own.map(count => count / total)
    }
    for (const crop of ['MAIZE', 'BEANS', 'WHEAT']) {
      expect(shares(crop)).toHaveLength(3)
      for (const share of shares(crop)) expect(share).toBeGreaterThan(0.1)
    }
  })

  it('says once that it fills and when it is filled, with the analyses of all farmers', async () => {
    expect(printed).toHaveLength(2)
    expect(printed[1]).toMatch(/^The demonstration is filled: \d+ analyses, 13 posts, in \d+ s\.$/)
    expect(printed[1]).toContain(` ${await count('analyses')} analyses,`)
  })

  it('gets nothing more at the next start', async () => {
    const before = await Promise.all([count('users'), count('analyses'), count('posts'), count('bookings')])
    expect(await fill()).toBeUndefined()
    expect(await Promise.all([count('users'), count('analyses'), count('posts'), count('bookings')])).toEqual(before)
  })
})

it('an installation with users of its own gets no history', async () => {
  const other = await startTestServer()
  try {
    await signUpFarmer(other)
    expect(await fill(other.app)).toBeUndefined()
    expect(await fillWeather(other.app)).toBe(0)
    expect(await other.app.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  } finally {
    await other.close()
  }
})
