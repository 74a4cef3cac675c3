import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { farmerRegistration, latestVerificationCode, signUpFarmer } from '../../../testing/server/test-users.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Codes that a guess can be. */
const codeCount = 10_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ rateLimits: true, trustedProxies: 1 })
})
afterAll(() => server.close())
// The limits per network are not the subject: every call of the attacker comes from another one.
beforeEach(() => server.app.db.deleteFrom('rate_limits').execute())

let networks = 0
const newNetwork = () => ({
  'x-forwarded-for': `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks++ & 255}`,
})

/** Somebody who signs up with an address of others: the token is in the reply, the code in their inbox. */
async function createAttacker() {
  const { body } = await server.request('POST /api/auth/register/farmer/', {
    body: farmerRegistration(),
    headers: newNetwork(),
  })
  const { email } = body.user
  const attacker = {
    email,
    token: body.token as string,
    /** Guesses a wrong code, so that the attack goes on. Returns true if the server compared it. */
    async guess(): Promise<boolean> {
      const { code } = await latestVerificationCode(server, email)
      const wrong = String((Number(code) + 1) % codeCount).padStart(4, '0')
      const { body } = await server.request('POST /api/auth/verify/email', {
        body: { token: attacker.token, verificationCode: wrong },
        headers: newNetwork(),
      })
      return body.error === 'code_invalid'
    },
    /** Returns 0 with a new code, or the milliseconds to wait. */
    async resend(): Promise<number> {
      const { status, body, headers } = await server.request('POST /api/auth/resend-otp', {
        body: { actionType: 'EMAIL_VERIFICATION', token: attacker.token },
        headers: newNetwork(),
      })
      if (status === 429) return Number(headers.get('retry-after')) * 1000
      expect(status).toBe(200)
      attacker.token = body.data
      return 0
    },
  }
  return attacker
}

type Attacker = Awaited<ReturnType<typeof createAttacker>>

/** Guesses until the code refuses more. Returns the number of guesses. */
async function useUpCode(attacker: Attacker): Promise<number> {
  for (let guesses = 0; ; guesses += 1) if (!(await attacker.guess())) return guesses
}

/** Guesses as often as the server lets each attacker within the time. Returns the guesses of each. */
async function attack(attackers: Attacker[], milliseconds: number): Promise<number[]> {
  const end = server.clock.now().getTime() + milliseconds
  const guesses = attackers.map(() => 0)
  for (;;) {
    const waits: number[] = []
    for (const [index, attacker] of attackers.entries()) {
      let wait = 0
      while (wait === 0) {
        guesses[index] = (guesses[index] ?? 0) + (await useUpCode(attacker))
        wait = await attacker.resend()
      }
      waits.push(wait)
    }
    const next = Math.min(...waits)
    if (server.clock.now().getTime() + next > end) {
      server.clock.advance(end - server.clock.now().getTime())
      return guesses
    }
    server.clock.advance(next)
  }
}

describe('the four-digit codes of sign-ups', () => {
  it('allow an attacker with any number of networks five guesses a code and ten a day for each account', async () => {
    const attackers = [await createAttacker(), await createAttacker(), await createAttacker()]
    for (const attacker of attackers) expect(await useUpCode(attacker)).toBe(5)
    const guesses = (await attack(attackers, day - 1)).map(count => count + 5)
    expect(guesses).toEqual([10, 10, 10])
    // One attacked account in a thousand a day.
    expect(Math.max(...guesses) / codeCount).toBeLessThanOrEqual(1 / 1000)
    // The same on the days after.
    const onFiveDays = await attack(attackers, 5 * day)
    for (const count of onFiveDays) expect(count).toBeLessThanOrEqual(5 * 10)
  })

  it('allow no more with concurrent guesses and new codes', async () => {
    const attacker = await createAttacker()
    let guesses = 0
    for (let round = 0; round < 6; round += 1) {
      const results = await Promise.all([
        ...Array.from({ length: 5 }, () => attacker.guess()),
        attacker.resend(),
        ...Array.from({ length: 5 }, () => attacker.guess()),
      ])
      guesses += results.filter(result => result === true).length
    }
    expect(guesses + (await useUpCode(attacker))).toBeLessThanOrEqual(10)
  })

  it('allow no more with the emails of forgotten passwords, which send a new code before the activation', async () => {
    const attacker = await createAttacker()
    await attack([attacker], day - minute)
    const sent = (await server.emailsTo(attacker.email)).length
    await server.request('POST /api/auth/forgot-password/', {
      body: { email: attacker.email },
      headers: newNetwork(),
    })
    expect(await server.emailsTo(attacker.email)).toHaveLength(sent)
  })
})

it('an active account has no four-digit code: its links have tokens of 256 bits', async () => {
  const owner = await signUpFarmer(server)
  await server.request('POST /api/auth/forgot-password/', { body: { email: owner.email }, headers: newNetwork() })
  const newEmail = `new-${owner.email}`
  await server.request('POST /api/account/email/', { token: owner.token, body: { email: newEmail } })
  for (const [email, parameter] of [
    [owner.email, 'token='],
    [newEmail, 'token='],
  ] as const) {
    const text = (await server.emailsTo(email)).at(-1)?.text ?? ''
    expect(text).toMatch(new RegExp(`${parameter}[\\w-]{43}(\\s|$)`))
    expect(text).not.toMatch(/\b\d{4}\b/)
  }
})
