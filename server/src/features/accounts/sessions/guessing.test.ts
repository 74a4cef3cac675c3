import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { password, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const newPassword = 'Chosen-2026-Leaf'

let server: TestServer
let owner: TestUser
beforeAll(async () => {
  server = await startTestServer({ rateLimits: true, trustedProxies: 1 })
})
afterAll(() => server.close())
beforeEach(async () => {
  // The limits per client address, which are not the subject here, start again.
  server.clock.advance(2 * day)
  owner = await signUpFarmer(server)
})

/** A client on a network of its own that keeps cookies like a browser. */
function createClient(network: string, cookie?: string) {
  const client = { cookie, setCookie: '' }
  const post = async (path: 'login' | 'forgot-password' | 'reset-password', body: object) => {
    const headers = { 'x-forwarded-for': network, ...(client.cookie !== undefined && { cookie: client.cookie }) }
    const response = await server.request(`POST /api/auth/${path}/`, { body, headers })
    client.setCookie = response.headers.get('set-cookie') ?? client.setCookie
    client.cookie = client.setCookie.split(';')[0] || client.cookie
    return response
  }
  return Object.assign(client, {
    signIn: (email: string, secret = password) => post('login', { email, password: secret }),
    requestReset: (email: string) => post('forgot-password', { email }),
    reset: (token: string) =>
      post('reset-password', { token, new_password: newPassword, confirm_password: newPassword }),
  })
}

let networks = 0
const newNetwork = () => `10.1.${Math.floor(networks / 200)}.${(networks++ % 200) + 1}`
const newClient = () => createClient(newNetwork())

async function newKnownDevice(email: string) {
  const device = newClient()
  expect((await device.signIn(email)).status).toBe(200)
  return device
}

/** Guesses ten passwords from each of several networks. */
const guess = (email: string, networkCount: number) =>
  Promise.all(
    Array.from({ length: networkCount }, newClient).flatMap(attacker =>
      Array.from({ length: 10 }, () => attacker.signIn(email, 'Wrong-2026-Leaf')),
    ),
  )

const resetLinks = async (email: string) =>
  (await server.emailsTo(email)).flatMap(
    ({ text }) => /https?:\/\/\S*confirm-password-reset\?\S+/.exec(text ?? '') ?? [],
  )
const newestResetToken = async (email: string) =>
  new URL((await resetLinks(email)).at(-1) ?? '').searchParams.get('token') ?? ''

describe('wrong passwords', () => {
  it('from one network are limited to ten an hour, also at the same time and without an account', async () => {
    for (const email of [owner.email, 'nobody@example.org']) {
      const attacker = newClient()
      const responses = await Promise.all(Array.from({ length: 15 }, () => attacker.signIn(email, 'Wrong-2026-Leaf')))
      expect(responses.filter(({ status }) => status === 401)).toHaveLength(10)
      const refused = await attacker.signIn(email)
      expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
      expect(refused.headers.get('retry-after')).toBe('3600')
    }
    expect((await newClient().signIn(owner.email)).status).toBe(200)
  })

  it('from many networks are limited to a hundred in a row, which no day ends, also without an account', async () => {
    for (const email of [owner.email, 'no-one@example.org']) {
      await guess(email, 10)
      for (const days of [0, 1, 28]) {
        server.clock.advance(days * day)
        const refused = await newClient().signIn(email)
        expect(refused).toMatchObject({ status: 429, body: { error: 'sign_in_blocked' } })
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      server.clock.advance(day)
    }
    expect((await newClient().signIn(owner.email)).status).toBe(200)
  })

  it('never lock out a device that has signed in before', async () => {
    const phone = await newKnownDevice(owner.email)
    await guess(owner.email, 12)
    expect((await newClient().signIn(owner.email)).status).toBe(429)
    expect((await phone.signIn(owner.email)).status).toBe(200)
    // The right password ended the row of wrong ones.
    expect((await newClient().signIn(owner.email)).status).toBe(200)
  })

  it('never lock out a device behind the router of the attacker', async () => {
    const attacker = newClient()
    const network = newNetwork()
    const phone = createClient(network)
    await phone.signIn(owner.email)
    const neighbor = createClient(network)
    for (let tries = 0; tries < 11; tries += 1) await neighbor.signIn(owner.email, 'Wrong-2026-Leaf')
    expect((await neighbor.signIn(owner.email)).status).toBe(429)
    expect((await phone.signIn(owner.email)).status).toBe(200)
    expect((await attacker.signIn(owner.email)).status).toBe(200)
  })

  it('leave a way back by email, on a new device, while the guessing goes on', async () => {
    await guess(owner.email, 10)
    const laptop = newClient()
    expect((await laptop.signIn(owner.email)).body.error).toBe('sign_in_blocked')
    await laptop.requestReset(owner.email)
    expect((await laptop.reset(await newestResetToken(owner.email))).status).toBe(200)
    await guess(owner.email, 10)
    expect((await newClient().signIn(owner.email, newPassword)).status).toBe(429)
    expect((await laptop.signIn(owner.email, newPassword)).status).toBe(200)
  })

  it('are limited to a hundred in a row on a known device, which may be stolen', async () => {
    const phone = await newKnownDevice(owner.email)
    for (let tries = 0; tries < 100; tries += 1)
      expect((await phone.signIn(owner.email, 'Wrong-2026-Leaf')).status).toBe(401)
    for (let tries = 0; tries < 10; tries += 1) await phone.signIn(owner.email, 'Wrong-2026-Leaf')
    expect((await phone.signIn(owner.email)).status).toBe(429)
    expect((await newClient().signIn(owner.email)).status).toBe(200)
  })
})

describe('the cookie of a device', () => {
  it('is unreadable for scripts, stays on the site and does not sign anybody in', async () => {
    const phone = await newKnownDevice(owner.email)
    expect(phone.setCookie).toMatch(/^device=[\w-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/)
    const headers = { cookie: phone.cookie ?? '' }
    expect((await server.request('GET /api/auth/me', { headers })).status).toBe(401)
  })

  it('is only sent over HTTPS if the site has it, and set by no other host of the domain', async () => {
    const secure = await startTestServer({ publicUrl: 'https://kutu.example.org' })
    try {
      const { email } = await signUpFarmer(secure)
      const { headers } = await secure.request('POST /api/auth/login/', { body: { email, password } })
      expect(headers.get('set-cookie')).toMatch(
        /^__Host-device=[\w-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      )
    } finally {
      await secure.close()
    }
  })

  it('is not set by a wrong password', async () => {
    const client = newClient()
    await client.signIn(owner.email, 'Wrong-2026-Leaf')
    expect(client.cookie).toBeUndefined()
  })

  it('knows all accounts of a shared phone, and no other', async () => {
    const second = await signUpFarmer(server)
    const stranger = await signUpFarmer(server)
    const phone = await newKnownDevice(owner.email)
    await phone.signIn(second.email)
    for (const { email } of [owner, second, stranger]) await guess(email, 10)
    expect((await phone.signIn(stranger.email)).status).toBe(429)
    expect((await phone.signIn(owner.email)).status).toBe(200)
    expect((await phone.signIn(second.email)).status).toBe(200)
  })

  it('is void after a reset of the password, which the device that sets it survives', async () => {
    const stolen = (await newKnownDevice(owner.email)).cookie
    const phone = createClient(newNetwork(), stolen)
    await phone.requestReset(owner.email)
    expect((await phone.reset(await newestResetToken(owner.email))).status).toBe(200)
    await guess(owner.email, 10)
    expect((await createClient(newNetwork(), stolen).signIn(owner.email, newPassword)).status).toBe(429)
    expect((await phone.signIn(owner.email, newPassword)).status).toBe(200)
  })

  it('is void after a change of the password, which the device that changes it survives', async () => {
    const stolen = (await newKnownDevice(owner.email)).cookie
    const body = { oldPassword: password, newPassword, confirmPassword: newPassword }
    const headers = { cookie: stolen ?? '' }
    const changed = await server.request('POST /api/auth/change-password', { body, token: owner.token, headers })
    expect(changed.status).toBe(200)
    await guess(owner.email, 10)
    expect((await createClient(newNetwork(), stolen).signIn(owner.email, newPassword)).status).toBe(429)
    const phone = createClient(newNetwork(), changed.headers.get('set-cookie')?.split(';')[0])
    expect((await phone.signIn(owner.email, newPassword)).status).toBe(200)
  })

  it('cannot be forged', async () => {
    await guess(owner.email, 10)
    for (const cookie of ['device=', 'device=x.y', `device=${'A'.repeat(65)}`, `device=${'A.'.repeat(2000)}`])
      expect((await createClient(newNetwork(), cookie).signIn(owner.email)).status).toBe(429)
    // The cookie is checked before the request.
    const { cookie } = await newKnownDevice((await signUpFarmer(server)).email)
    expect((await createClient(newNetwork(), cookie).signIn('\0@example.org')).status).toBe(400)
  })
})

describe('emails with reset links', () => {
  it('that somebody else requests do not use up those of the owner', async () => {
    const attacker = newClient()
    for (let times = 0; times < 12; times += 1) {
      await attacker.requestReset(owner.email)
      await server.runJobs()
      server.clock.advance(5 * minute)
    }
    expect(await resetLinks(owner.email)).toHaveLength(10)
    await newClient().requestReset(owner.email)
    expect(await resetLinks(owner.email)).toHaveLength(11)
  })

  it('are limited over all networks, except for a known device', async () => {
    const phone = await newKnownDevice(owner.email)
    for (let times = 0; times < 35; times += 1) await newClient().requestReset(owner.email)
    expect(await resetLinks(owner.email)).toHaveLength(30)
    for (let times = 0; times < 5; times += 1) await phone.requestReset(owner.email)
    expect(await resetLinks(owner.email)).toHaveLength(33)
    expect((await phone.reset(await newestResetToken(owner.email))).status).toBe(200)
  })
})
