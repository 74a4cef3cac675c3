import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { buildPrivacyNotice, listMissingControllerVariables } from './privacy-notice.ts'

const read = (environment: Record<string, string>, mode: 'production' | 'demo' = 'production') =>
  readConfig(environment, mode, { loadSecret: () => 'x'.repeat(32) })
const named = {
  CONTROLLER_NAME: 'Mbale Growers',
  CONTROLLER_ADDRESS: 'Plot 4, Mbale',
  CONTROLLER_CONTACT: 'privacy@mbale.example',
  HOSTING_PROVIDER: 'Raxio, Kampala',
}

describe('the privacy notice', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('is public, and says that an operator without a name has not named themselves', async () => {
    const { status, body } = await server.request('GET /api/privacy/')
    expect([status, body]).toEqual([
      200,
      {
        controller: null,
        hosting: null,
        recipients: { email: false, sms: false, objectStorage: false },
        experts_are_checked: true,
        backup_days: null,
      },
    ])
  })

  it('says that nobody checks experts where they are approved automatically', () => {
    expect(buildPrivacyNotice(read({ EXPERT_APPROVAL: 'auto' })).experts_are_checked).toBe(false)
  })

  it('names the controller and exactly the services that are configured', () => {
    expect(buildPrivacyNotice(read(named))).toMatchObject({
      controller: { name: 'Mbale Growers', address: 'Plot 4, Mbale', contact: 'privacy@mbale.example' },
      hosting: 'Raxio, Kampala',
    })
    const services = {
      SMTP_URL: 'smtp://mail.example.org',
      AFRICASTALKING_USERNAME: 'kutu',
      AFRICASTALKING_API_KEY: 'key',
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      BACKUP_DIR: '/backups',
      BACKUP_KEEP: '14',
    }
    expect(buildPrivacyNotice(read(services))).toEqual({
      controller: null,
      hosting: null,
      recipients: { email: true, sms: true, objectStorage: true },
      experts_are_checked: true,
      backup_days: 14,
    })
  })
})

it('a production server names the variables that its operator has not set; a demonstration does not', () => {
  expect(listMissingControllerVariables(read({}))).toEqual(['CONTROLLER_NAME', 'CONTROLLER_CONTACT'])
  expect(listMissingControllerVariables(read({ CONTROLLER_NAME: 'Mbale Growers' }))).toEqual(['CONTROLLER_CONTACT'])
  expect(listMissingControllerVariables(read(named))).toEqual([])
  expect(listMissingControllerVariables(read({}, 'demo'))).toEqual([])
})
