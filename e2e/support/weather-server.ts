import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { connectionUrl, loadClusterSecret, ownerRole } from '../../server/src/platform/embedded-postgres/cluster.ts'
import { readPidFile } from '../../server/src/platform/embedded-postgres/postmaster.ts'
import { locateCluster } from '../../server/src/platform/embedded-postgres/system-user.ts'
import { startWeatherService } from '../../server/src/testing/fakes/weather-service.ts'
import { dataDir, freePort, serverEnv } from '../runner/test-server.ts'
import { startJob, useDatabase } from './database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts a second server on the database of the server under test, with a weather service that answers in the format of
 * Open-Meteo: nights of ten wet hours at 24 °C everywhere, which suit common rust of maize and are too warm for stripe rust of
 * wheat. The server under test has no weather service, and so shows none.
 */
export async function startWeatherServer() {
  const service = await startWeatherService({ now: () => new Date() })
  service.setSky(({ hour }) => ({ temperature: 24, humidity: hour < 10 ? 97 : 55, rain: 0 }))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { secret } = loadClusterSecret(dataDir)
  const databasePort = readPidFile(locateCluster(dataDir).folder)?.port ?? 0
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...serverEnv,
      PORT: String(port),
      WEATHER_URL: service.url,
      ANALYSIS_THREADS: '1',
      DATABASE_URL: connectionUrl(ownerRole, secret, databasePort, 'kutu'),
    },
  })
  const isReady = () =>
    fetch(`${origin}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
  return {
    origin,
    async close() {
      child.kill('SIGTERM')
      await once(child, 'close')
      await service.close()
    },
  }
}

/** Runs the job that fetches weather until a district has some: the server without a weather service may take a job and do nothing. */
export async function fetchWeather(district: string): Promise<void> {
  const countDays = () =>
    useDatabase(async client => {
      await startJob(client, 'fetch_weather')
      const { rowCount } = await client.query('select from district_weather where district = $1', [district])
      return rowCount
    })
  await expect.poll(countDays, { timeout: 60_000 }).toBeGreaterThan(7)
  // The service gives the last eight days. A server that has run for longer knows the whole of the last ended week.
  await useDatabase(client =>
    client.query(
      `insert into district_weather (district, day, is_forecast, fetched_at, temperature, humidity, rain)
       select district, day - 7, false, fetched_at, temperature, humidity, rain from district_weather
       where district = $1 and day - 7 >= date_trunc('week', now() at time zone 'Africa/Nairobi')::date - 7
       on conflict do nothing`,
      [district],
    ),
  )
}
