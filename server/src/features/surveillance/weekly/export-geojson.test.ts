import { surveillance } from '@kutu/contract/surveillance'
import { warnings } from '@kutu/contract/warnings'
import { districts, getDistrict } from '@kutu/places/districts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConfirmedWarning, createOpenWarning, maizeRust } from '../../../testing/features/surveillance.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { addWeeks, findMonday } from './weeks.ts'

let server: TestServer
let admin: TestUser
/** The last week that has ended. */
let week: string
const subject = { country: 'UG', crop: 'maize', disease: 'common_rust' }
const ofUganda = districts.filter(({ country }) => country === 'UG')
const weeksBack = [0, 1, 2] as const
beforeAll(async () => {
  server = await startTestServer()
  admin = await createTestAdmin(server)
  week = findMonday(server.app, undefined)
  // Counts around the limit of five, so that many are hidden, some of them for the sake of others.
  const strengths = ['confirmed', 'confident', 'likely', 'photographed'] as const
  const rows = weeksBack.flatMap(back =>
    ofUganda.slice(0, 20).flatMap(({ code }, i) =>
      strengths.map((strength, column) => ({
        district: code,
        crop: 'maize',
        week: addWeeks(week, -back),
        strength,
        disease: strength === 'photographed' ? '' : 'common_rust',
        farmers: strength === 'photographed' ? 40 + i : ((i * 7 + column * 5 + back * 3) % 12) + 1,
      })),
    ),
  )
  await server.app.db.insertInto('weekly_counts').values(rows).execute()
})
afterAll(() => server.close())

const exportCounts = (query: Record<string, string> = {}, { token } = admin) =>
  server.request('GET /api/surveillance/counts/export.geojson', { token, query: { ...subject, ...query } })
const exportWarnings = (query: Record<string, string> = {}, { token } = admin) =>
  server.request('GET /api/surveillance/warnings/export.geojson', { token, query: { country: 'UG', ...query } })
const readFeatures = async (query: Record<string, string> = {}) =>
  surveillance.exportCountsAsGeoJson.reply.parse((await exportCounts(query)).body).features

describe('the counts as GeoJSON', () => {
  it('have the figures of the single weeks, hidden ones included', async () => {
    const features = await readFeatures({ from: addWeeks(week, -2), to: week })
    expect(features).toHaveLength(3 * ofUganda.length)
    for (const back of weeksBack) {
      const monday = addWeeks(week, -back)
      const query = { ...subject, week: monday }
      const reply = await server.request('GET /api/surveillance/map/', { query })
      const { districts: rows } = surveillance.showMap.reply.parse(reply.body)
      expect(rows.some(({ likely }) => likely === null) && rows.some(({ likely }) => likely !== null)).toBe(true)
      const ofWeek = features.filter(({ properties }) => properties.week === monday)
      expect(ofWeek.map(({ properties }) => properties)).toEqual(
        rows.map(row => ({
          ...row,
          ...subject,
          week: monday,
          unit: 'farmers',
          weather_risk: null,
          weather_days: null,
        })),
      )
    }
  })

  it('are points at the centers of districts, longitude first, with ids of their own', async () => {
    const { headers, body } = await exportCounts({ from: week })
    expect(headers.get('content-type')).toBe('application/geo+json; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="export.geojson"')
    expect(Object.keys(body)).toEqual(['type', 'features'])
    const features = await readFeatures({ from: week })
    for (const { id, geometry, properties } of features) {
      const district = getDistrict(properties.district)
      expect(geometry).toEqual({ type: 'Point', coordinates: [district?.longitude, district?.latitude] })
      expect(id).toBe(`${properties.district}/${week}`)
    }
    expect(new Set(features.map(({ id }) => id)).size).toBe(features.length)
  })

  it('end with the last week that has ended, and are those of a year at most', async () => {
    const features = await readFeatures()
    const weeks = [...new Set(features.map(({ properties }) => properties.week))]
    expect([weeks.length, weeks.at(-1)]).toEqual([53, week])
    expect((await exportCounts({ from: addWeeks(week, -53), to: week })).body.error).toBe('validation_failed')
    expect((await exportCounts({}, await signUpFarmer(server))).status).toBe(403)
  })
})

describe('the warnings as GeoJSON', () => {
  it('are the confirmed ones of a country, also those that are over', async () => {
    const id = await createConfirmedWarning(server, admin, { ...maizeRust, district: 'UG-mbale' })
    await createOpenWarning(server, { ...maizeRust, district: 'UG-gulu' })
    await createConfirmedWarning(server, admin, { ...maizeRust, district: 'KE-nakuru' })
    const { status, headers, body } = await exportWarnings()
    expect([status, headers.get('content-type')]).toEqual([200, 'application/geo+json; charset=utf-8'])
    const { features } = warnings.exportWarnings.reply.parse(body)
    const mbale = getDistrict('UG-mbale')
    expect(features).toEqual([
      {
        type: 'Feature',
        id,
        geometry: { type: 'Point', coordinates: [mbale?.longitude, mbale?.latitude] },
        properties: {
          ...maizeRust,
          district: 'UG-mbale',
          name: 'Mbale',
          country: 'UG',
          week,
          confirmed_at: server.clock.now().toISOString(),
          valid_until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          rising_districts: null,
        },
      },
    ])
    const before = { from: addWeeks(week, -10), to: addWeeks(week, -1) }
    expect((await exportWarnings(before)).body.features).toEqual([])
    expect((await exportWarnings({}, await signUpFarmer(server))).status).toBe(403)
  })
})
