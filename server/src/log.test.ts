import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawnWall, upload } from './testing/drawings.ts'
import { codeFor, farmerSignUp, password, signIn } from './testing/people.ts'
import { type World, world } from './testing/world.ts'

const lines: string[] = []
let w: World
beforeAll(async () => {
  w = await world({ logLevel: 'trace' }, { logTo: { write: line => lines.push(line) } })
})
afterAll(() => w.close())

it('at its most talkative the log holds no password, token, phone number or e-mail', async () => {
  const sent = farmerSignUp()
  const registered = await w.call('POST /api/auth/register/farmer/', { body: sent })
  const { token, code } = await codeFor(w, sent.email)
  const verified = await w.call('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
  const activation = { otp: code, token: verified.body.data.token, password, confirmPassword: password }
  await w.call('POST /api/auth/activate-account', { body: activation })
  const person = await signIn(w, sent.email)
  await w.call('POST /api/auth/login/', { body: { email: sent.email, password: 'Another-Leaf-2026' } })
  await upload(w, person.token, await drawnWall().jpeg().toBuffer())
  await w.call('GET /api/auth/validate-token', { query: { token: person.token } })
  const renewed = await w.call('POST /api/auth/refresh-token', { body: { refresh: person.refresh } })
  await w.call('POST /api/auth/forgot-password/', { body: { email: sent.email } })
  const reset = new URL(/https?:\S+/.exec((await w.lettersTo(sent.email)).at(-1)?.text ?? '')?.[0] ?? '')
  await w.call('POST /api/auth/reset-password/', {
    body: { token: reset.searchParams.get('token'), new_password: password, confirm_password: password },
  })

  const log = lines.join('')
  expect(log).toContain('Completed task')
  expect(log).toContain('/analysis/rust-detection')
  const secrets = {
    password,
    wrongPassword: 'Another-Leaf-2026',
    signUpToken: registered.body.token,
    codeToken: token,
    activationToken: verified.body.data.token,
    access: person.token,
    refresh: person.refresh,
    renewed: renewed.body.access,
    resetToken: reset.searchParams.get('token') ?? '',
    phone: sent.phone_number,
    email: sent.email,
  }
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(9)
    expect(log.includes(secret), name).toBe(false)
  }
})
