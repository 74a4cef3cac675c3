import { contract } from '@kutu/contract/contract'
import type { Endpoint } from '@kutu/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { expertRegistration, farmerRegistration, signUpFarmer } from '../../../testing/server/test-users.ts'
import { fieldLabels } from '../../i18n/catalogs/field-labels.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const register = async (changes: object, language = 'en') =>
  (
    await server.request('POST /api/auth/register/farmer/', {
      body: { ...farmerRegistration(), ...changes },
      headers: { 'accept-language': language },
    })
  ).body

describe('the message of a validation error', () => {
  it.each([
    ['en', 'Phone number: This phone number does not exist. Start with the country code.'],
    ['sw', 'Nambari ya simu: Nambari hii ya simu haipo. Anza na msimbo wa nchi.'],
    ['lg', 'Ennamba y’essimu: Ennamba y’essimu eno teriiwo. Tandika ne koodi y’ensi.'],
  ])('names the mistake in the language of the reader: %s', async (language, message) => {
    const body = await register({ phone_number: '12345' }, language)
    expect(body).toMatchObject({ status: 400, error: 'validation_failed', message })
    expect(body.errors).toHaveLength(1)
    expect(message).toContain(body.errors[0].message)
  })

  it('names the first of several fields, and errors lists all', async () => {
    const { message, errors } = await register({ username: 'x'.repeat(151), farm_size: 0, email: 'grace' })
    expect(message).toBe('Email: This is not an email address.')
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'username', 'farm_size'])
  })

  it('names the list of a wrong item', async () => {
    expect((await register({ crop_types: ['MAIZE', ''] })).message).toBe('Crop types: Please fill in this field.')
  })

  it.each([
    ['en', 'The value of “page” is not valid. Enter at least 1.'],
    ['sw', 'Thamani ya “page” si sahihi. Weka angalau 1.'],
    ['lg', 'Ekiri mu “page” si kituufu. Wandiika ekitakka wansi wa 1.'],
  ])('is a sentence about a field without a label: %s', async (language, message) => {
    const { token } = await signUpFarmer(server)
    const options = { token, query: { page: 0 }, headers: { 'accept-language': language } }
    expect((await server.request('GET /api/community/posts/', options)).body.message).toBe(message)
  })

  it('is a sentence about a choice that only programs make', async () => {
    const body = { actionType: 'PHONE', token: 'x' }
    const reply = await server.request('POST /api/auth/resend-otp', { body })
    expect(reply.body.message).toBe('The value of “actionType” is not valid. Choose one of: EMAIL_VERIFICATION.')
  })

  it('is a sentence about a body that is not an object', async () => {
    const { body } = await server.request('POST /api/auth/login/', { body: ['amina@example.org'] })
    expect(body).toMatchObject({ status: 400, message: 'The request could not be read. Please try again.' })
  })

  it('lists each field once, however many rules it breaks', async () => {
    const body = {
      email: ' ',
      username: '',
      password: '',
      farm_location: '\u0001',
      farm_size: '',
      crop_types: ['', ' '],
    }
    const { errors } = (await server.request('POST /api/auth/register/farmer/', { body })).body
    const fields = errors.map(({ field }: { field: string }) => field)
    expect(fields).toContain('farm_location')
    expect(fields).toEqual([...new Set(fields)])
  })

  it('does not repeat what was sent', async () => {
    const { body } = await server.request('POST /api/auth/register/expert/', {
      body: { ...expertRegistration(), email: '<b>nobody</b>' },
    })
    expect(body.message).toBe('Email: This is not an email address.')
  })
})

/** Fields that programs fill in, not people. */
const technicalFields = [
  'actionType',
  'answers',
  'cancel_booking',
  'challenge',
  'checked_by',
  'choices',
  'credential',
  'crop',
  'endpoint',
  'is_helpful',
  'is_given',
  'is_paused',
  'is_shared',
  'is_on',
  'is_withdrawn',
  'keys',
  'kind',
  'method',
  'on',
  'outcome',
  'recurrence_weeks',
  'refresh',
  'requested_at',
  'same_as',
  'setup',
  'start_session',
  'step',
  'taken_at',
  'version',
  'visitor_id',
  'weeks',
]

it('every field that people fill in has a label', () => {
  const fields = Object.values(contract)
    .flatMap(endpoints => Object.values<Endpoint>(endpoints))
    .flatMap(({ body, files }) => [body, files?.fields])
    .flatMap(schema => (schema ? listProperties(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : []))
  expect(fields).toContain('phone_number')
  const unlabeled = fields.filter(field => !(field in fieldLabels) && !technicalFields.includes(field))
  expect([...new Set(unlabeled)]).toEqual([])
})

function listProperties(schema: z.core.JSONSchema.BaseSchema): string[] {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [
    ...Object.keys(schema.properties ?? {}),
    ...variants.flatMap(variant => listProperties(variant as z.core.JSONSchema.BaseSchema)),
  ]
}
