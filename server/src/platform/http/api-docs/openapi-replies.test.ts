import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PushService, startPushService } from '../../../testing/fakes/push-service.ts'
import { createAppointment } from '../../../testing/features/consultations.ts'
import { addTestApp, addTestPasskey } from '../../../testing/server/test-second-factor.ts'
import { type RequestOptions, startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  expertRegistration,
  farmerRegistration,
  latestVerificationCode,
  password,
  signUpExpert,
  signUpFarmer,
} from '../../../testing/server/test-users.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type MediaTypes = Record<string, { schema: object }>
type OpenApi = { paths: Record<string, Record<string, { responses: Record<string, { content?: MediaTypes }> }>> }

let server: TestServer
let pushService: PushService
let document: OpenApi
const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true }))
const validators = new Map<object, ValidateFunction>()
beforeAll(async () => {
  pushService = await startPushService()
  server = await startTestServer({ expertApproval: 'auto', pushServices: [pushService.origin] })
  document = (await server.request('GET /api/openapi.json')).body
})
afterAll(async () => {
  await server.close()
  await pushService.close()
})

/** Calls an operation that must succeed, compares its reply with the OpenAPI document and returns it. */
async function call(operation: `${Method} /api/${string}`, options: RequestOptions = {}) {
  const { status, body, headers } = await server.request(operation, options)
  expect([operation, status, status < 300 ? undefined : body]).toEqual([operation, status, undefined])
  const [method = '', path = ''] = operation.split(' ')
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[status]
  expect([operation, response]).toEqual([operation, expect.anything()])
  const mediaType = headers.get('content-type')?.split(';')[0]
  expect([operation, mediaType]).toEqual([operation, Object.keys(response?.content ?? {})[0]])
  const schema = mediaType === undefined ? undefined : response?.content?.[mediaType]?.schema
  if (!schema) return body
  const validate = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validate)
  expect([operation, validate(body), ajv.errorsText(validate.errors)]).toEqual([operation, true, 'No errors'])
  return body
}

it.each([
  ['POST /api/auth/register/farmer/', farmerRegistration],
  ['POST /api/auth/register/expert/', expertRegistration],
] as const)('from sign-up to signing out every reply is as the OpenAPI document says: %s', async (operation, build) => {
  const registration = build()
  const { email } = registration
  const { token } = await call(operation, { body: registration })
  const body = { actionType: 'EMAIL_VERIFICATION', token }
  const { data } = await call('POST /api/auth/resend-otp', { body })
  const { code } = await latestVerificationCode(server, email)
  const verified = await call('POST /api/auth/verify/email', { body: { token: data, verificationCode: code } })
  const activation = { otp: code, token: verified.data.token, password, confirmPassword: password }
  await call('POST /api/auth/activate-account', { body: activation })
  const session = await call('POST /api/auth/login/', { body: { email, password } })
  const { access } = await call('POST /api/auth/refresh-token', { body: { refresh: session.refresh } })
  await call('GET /api/auth/validate-token', { query: { token: access } })
  await call('GET /api/auth/me', { token: access })
  await call('POST /api/auth/sign-out', { token: access })
})

it('the replies about passwords are as the OpenAPI document says', async () => {
  const { email, token } = await signUpFarmer(server)
  const [second, third] = ['Second-leaf-2026', 'Third-leaf-2026']
  const change = (accessToken: string, oldPassword: string, newPassword: string) => ({
    token: accessToken,
    body: { oldPassword, newPassword, confirmPassword: newPassword },
  })
  const changed = await call('POST /api/auth/change-password', change(token, password, second))
  await call('PUT /api/auth/change-password', change(changed.access, second, third))
  await call('POST /api/auth/forgot-password/', { body: { email } })
  const text = (await server.emailsTo(email)).at(-1)?.text ?? ''
  const resetToken = /confirm-password-reset\?token=([^\s&]+)/.exec(text)?.[1]
  const reset = { token: resetToken, new_password: password, confirm_password: password }
  await call('POST /api/auth/reset-password/', { body: reset })
})

it('the replies about second factors are as the OpenAPI document says', async () => {
  const person = await signUpFarmer(server)
  const { email, token } = person
  const { app } = await addTestApp(server, person)
  const { id } = await addTestPasskey(server, person)
  await call('GET /api/account/second-factors/', { token })
  await call('POST /api/account/second-factors/totp/', { token, body: { password } })
  await call('POST /api/account/second-factors/passkeys/', { token, body: { password } })
  await call('POST /api/account/recovery-codes/', { token, body: { password } })
  await call('POST /api/account/second-factors/{id}/remove/', { token, params: { id }, body: { password } })
  const refused = await server.request('POST /api/auth/login/', { body: { email, password } })
  const { components } = document as unknown as { components: { schemas: { Error: object } } }
  expect(ajv.validate(components.schemas.Error, refused.body), ajv.errorsText()).toBe(true)
  const proof = { method: 'totp', challenge: refused.body.challenge.token, code: await app.code() }
  await call('POST /api/auth/login/second-factor/', { body: proof })
})

it('the reply to a completed profile is as the OpenAPI document says', async () => {
  const { token } = await signUpExpert(server)
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
  await call('POST /api/auth/complete-profile', { token, body: details })
})

it('the replies about web push are as the OpenAPI document says', async () => {
  const { token } = await signUpFarmer(server)
  await call('GET /api/account/push-key/', { token })
  const { endpoint, keys } = pushService.createBrowser('documented')
  const { id } = await call('POST /api/account/push-subscriptions/', { token, body: { endpoint, keys } })
  await call('DELETE /api/account/push-subscriptions/{id}/', { token, params: { id } })
})

it('the calendar file of an appointment is as the OpenAPI document says', async () => {
  const farmer = await signUpFarmer(server)
  const { id } = await createAppointment(server, farmer, await signUpExpert(server))
  const file = await call('GET /api/consultations/consultations/{id}/calendar.ics', {
    token: farmer.token,
    params: { id },
  })
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
})
