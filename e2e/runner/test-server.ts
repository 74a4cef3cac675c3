import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns a port of this machine on which nothing listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

// Chosen by the first process and inherited by Playwright's workers.
process.env.JOURNEYS_PORT ??= String(await freePort())
process.env.JOURNEYS_PUSH_PORT ??= String(await freePort())
process.env.JOURNEYS_SMS_PORT ??= String(await freePort())
process.env.JOURNEYS_DATA ??= mkdtempSync(join(tmpdir(), 'kutu-journeys-'))

/** Address and data folder of the server under test. */
export const port = Number(process.env.JOURNEYS_PORT)
export const origin = `http://localhost:${port}`
export const dataDir = process.env.JOURNEYS_DATA
/** Port on which a test may run a fake push service. The server accepts it as a known push service. */
export const pushPort = Number(process.env.JOURNEYS_PUSH_PORT)
/** Port of the SMS gateway of the run (sms-gateway.ts), and the file with the messages that it got. */
export const smsPort = Number(process.env.JOURNEYS_SMS_PORT)
export const smsFile = join(dataDir, 'sms.ndjson')

/** Environment of the server under test. Another server on its database has the same, because its workers take the same jobs. */
export const serverEnv = {
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  SMTP_URL: '',
  EXPERT_APPROVAL: 'manual',
  ADMIN_SECOND_FACTOR: 'optional',
  WARNING_DELAY_MINUTES: '0',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  PUBLIC_URL: origin,
  PUSH_SERVICES: `http://127.0.0.1:${pushPort}`,
  AFRICASTALKING_USERNAME: 'kutu',
  AFRICASTALKING_API_KEY: 'key',
  AFRICASTALKING_URL: `http://127.0.0.1:${smsPort}`,
}
