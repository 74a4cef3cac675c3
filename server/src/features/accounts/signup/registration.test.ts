import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { expertRegistration, farmerRegistration } from '../../../testing/server/test-users.ts'
import { dammCheckDigit } from './account-numbers.ts'

const day = 24 * 3600 * 1000
const farmerCall = 'POST /api/auth/register/farmer/'
const expertCall = 'POST /api/auth/register/expert/'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
})
afterAll(() => server.close())

describe('a farmer signs up', () => {
  it('and gets the record, the profile, a token and an email with the code and the link', async () => {
    const signUp = { ...farmerRegistration('Akello'), email: ' Akello@Example.org ', phone_number: '0772 123 456' }
    const { status, body } = await server.request(farmerCall, { body: signUp })
    expect(status).toBe(201)
    expect(body.user).toMatchObject({
      email: 'akello@example.org',
      username: 'Akello',
      role: 'farmer',
      phone_number: '+256772123456',
      is_approved: true,
      points: 0,
      accountComplete: false,
      profile: { farm_location: 'Mbarara', farm_size: 2.5, crop_types: ['MAIZE', 'BEANS'], district: null },
      firstName: '',
      branch: {
        name: 'Mbarara',
        primaryPhone: '+256772123456',
        account: { isActivated: false, isEmailVerified: false, isPhoneVerified: false, website: null },
      },
    })
    const [, digits = '', check] = /^KT-(\d{6,})-(\d)$/.exec(body.user.branch.account.accountNumber) ?? []
    expect(check).toBe(dammCheckDigit(digits))
    expect(digits).not.toBe('')
    expect(body.profile).toEqual(body.user.profile)
    expect(body.message).toContain('4-digit')
    const [sentEmail, ...others] = await server.emailsTo('akello@example.org')
    expect(others).toEqual([])
    const code = /^([0-9]{4}) is your Kutu code$/.exec(sentEmail?.subject ?? '')?.[1]
    const link = new URL('/auth/verify-email', server.app.config.appUrl)
    link.searchParams.set('token', body.token)
    link.searchParams.set('verificationToken', code ?? '')
    expect(sentEmail?.text).toContain(link.href)
    expect(JSON.stringify(body)).not.toContain(`"${code}"`)
  })

  it.each([
    ['sw', /^[0-9]{4} ni nambari yako ya Kutu$/, 'Inatumika kwa dakika 10'],
    ['lg', /^[0-9]{4} ye koodi yo eya Kutu$/, 'Ekola okumala eddakiika 10'],
  ])('and gets the email in the language of the request: %s', async (language, subject, sentence) => {
    const body = farmerRegistration(`reads-${language}`)
    const response = await server.request(farmerCall, { body, headers: { 'accept-language': language } })
    expect(response.status).toBe(201)
    const [sentEmail] = await server.emailsTo(body.email)
    expect(sentEmail?.subject).toMatch(subject)
    expect(sentEmail?.text).toContain(sentence)
  })

  it('and may choose a district, which must exist', async () => {
    const chosen = await server.request(farmerCall, { body: { ...farmerRegistration(), district: 'UG-mbale' } })
    expect([chosen.status, chosen.body.profile.district]).toEqual([201, 'UG-mbale'])
    const skipped = await server.request(farmerCall, { body: { ...farmerRegistration(), district: '' } })
    expect([skipped.status, skipped.body.profile.district]).toEqual([201, null])
    const unknown = await server.request(farmerCall, { body: { ...farmerRegistration(), district: 'UG-nowhere' } })
    expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, 'district'])
  })

  it('and sees all invalid fields together', async () => {
    const body = {
      ...farmerRegistration('mistaken'),
      password: 'kutu12',
      confirm_password: 'kutu13',
      phone_number: '+256 12',
      crop_types: [],
    }
    const response = await server.request(farmerCall, { body })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      error: 'validation_failed',
      errors: [
        { field: 'password', message: 'Password is Weak' },
        { field: 'confirm_password', message: 'Password mismatch' },
        { field: 'phone_number' },
      ],
    })
  })

  it('with one of the most common passwords, in any case, and is rejected', async () => {
    for (const password of ['Password1', 'PASSWORD', 'QwertyUiop'])
      expect(
        (await server.request(farmerCall, { body: { ...farmerRegistration(), password, confirm_password: password } }))
          .body.errors,
      ).toEqual([{ field: 'password', message: expect.stringMatching(/^Password is (Too weak|Weak)$/) }])
    const body = { ...farmerRegistration(), password: 'PASSWORD', confirm_password: 'PASSWORD' }
    const swahili = await server.request(farmerCall, { body, headers: { 'accept-language': 'sw' } })
    expect(swahili.body.errors[0].message).toBe('Nenosiri ni dhaifu mno')
  })

  it('with a long passphrase of one kind of characters and is accepted', async () => {
    const password = 'panzi mahindi mvua'
    const body = { ...farmerRegistration(), password, confirm_password: password }
    expect((await server.request(farmerCall, { body })).status).toBe(201)
  })

  it.each([
    ['0772123456', '+256772123456'],
    ['+254 712 345 678', '+254712345678'],
    ['+255 754 123 456', '+255754123456'],
  ])('with the phone number %s, stored as %s', async (typed, stored) => {
    const response = await server.request(farmerCall, { body: { ...farmerRegistration(), phone_number: typed } })
    expect(response.body.user.phone_number).toBe(stored)
  })
})

describe('the input of older clients', () => {
  it('is accepted as intended: numbers as text, blanks for empty fields, the usernames they allow', async () => {
    const farmer = {
      ...farmerRegistration(),
      farm_size: '2.5',
      username: 'farmer_3f2b1c9e-7c1d-4e55-9d3e-0123456789ab@x+y',
    }
    const registered = await server.request(farmerCall, { body: farmer })
    expect(registered.body.profile.farm_size).toBe(2.5)
    expect(registered.body.user.username).toBe(farmer.username)
    const blanks = { bio: '  ', institution: '', experience_years: '', certifications: ' ', social_links: '' }
    const { status, body } = await server.request(expertCall, { body: { ...expertRegistration(), ...blanks } })
    expect(status).toBe(201)
    expect(body.profile).toMatchObject({ bio: '', experience_years: 0, certifications: '' })
  })

  it.each(['', '  ', undefined])('is accepted without a phone number: %j', async phone_number => {
    for (const call of [farmerCall, expertCall] as const) {
      const body = { ...(call === farmerCall ? farmerRegistration() : expertRegistration()), phone_number }
      const registered = await server.request(call, { body })
      expect([registered.status, registered.body.user?.phone_number, registered.body.user?.phone]).toEqual([
        201,
        '',
        '',
      ])
      expect(registered.body.user.branch).toMatchObject({ primaryPhone: '', contactPerson: { mobileNo: '' } })
    }
  })

  it('is accepted with a username that holds spaces, which others see and nobody else can take', async () => {
    const first = await server.request(farmerCall, { body: { ...farmerRegistration(), username: ' Grace  Nakato ' } })
    expect([first.status, first.body.user?.username]).toEqual([201, 'Grace Nakato'])
    const second = await server.request(expertCall, { body: { ...expertRegistration(), username: 'grace nakato' } })
    expect(second.body.error).toBe('username_taken')
  })

  it.each([
    ['farm_size', true],
    ['farm_size', [2]],
    ['farm_size', '1e3'],
    ['farm_location', '\u200b'],
    ['username', ' '],
    ['username', 'two\u00a0words'],
    ['username', 'two\twords'],
    ['phone_number', '1'],
    ['phone_number', null],
    ['username', 'x'.repeat(151)],
    // Invisible sentEmails and marks would make the name look like another one.
    ['username', 'Okello\u3164'],
    ['username', 'Okello\ufe0f'],
    ['username', 'O\u034fkello'],
    ['email', 'former-0b6c1b1e-7c1d-4e55-9d3e-0123456789ab@kutu.invalid'],
  ])('is rejected if %s is %j', async (field, value) => {
    const { status, body } = await server.request(farmerCall, { body: { ...farmerRegistration(), [field]: value } })
    expect([status, body.errors[0].field]).toEqual([400, field])
  })
})

describe('an expert signs up', () => {
  it('and waits for approval', async () => {
    const { status, body } = await server.request(expertCall, { body: expertRegistration() })
    expect(status).toBe(201)
    expect(body.user).toMatchObject({ role: 'expert', is_approved: false, branch: { name: 'KALRO Njoro' } })
    expect(body.profile).toEqual({
      areas_of_expertise: 'Maize, Wheat rust',
      certifications: 'BSc Agriculture',
      bio: 'Plant pathologist in Nakuru.',
      experience_years: 8,
      institution: 'KALRO Njoro',
      languages_spoken: 'English, Swahili',
      social_links: '',
    })
  })

  it('with only the required fields, lists as arrays', async () => {
    const { email, username, password, phone_number } = expertRegistration()
    const needed = { email, username, password, phone_number, areas_of_expertise: ['Rust', 'Beans'] }
    const { status, body } = await server.request(expertCall, { body: needed })
    expect(status).toBe(201)
    expect(body.profile).toMatchObject({ areas_of_expertise: 'Rust, Beans', experience_years: 0, bio: '' })
  })

  it('and is approved immediately if approval is automatic', async () => {
    const autoApproving = await startTestServer({ expertApproval: 'auto' })
    try {
      expect((await autoApproving.request(expertCall, { body: expertRegistration() })).body.user.is_approved).toBe(true)
    } finally {
      await autoApproving.close()
    }
  })
})

describe('emails and usernames are unique', () => {
  it('an email in use is rejected in any case, and so is a username', async () => {
    const first = farmerRegistration('Nabirye')
    await server.request(farmerCall, { body: first })
    const sameEmail = await server.request(farmerCall, {
      body: { ...farmerRegistration(), email: 'NABIRYE@example.org' },
    })
    expect(sameEmail.status).toBe(409)
    expect(sameEmail.body.error).toBe('email_taken')
    const sameName = await server.request(expertCall, { body: { ...expertRegistration(), username: 'NABIRYE' } })
    expect(sameName.status).toBe(409)
    expect(sameName.body.error).toBe('username_taken')
  })

  it('one reply names everything that is taken, with all other mistakes', async () => {
    const first = farmerRegistration('Nakato')
    await server.request(farmerCall, { body: first })
    const both = { ...farmerRegistration(), email: first.email, username: first.username }
    const taken = await server.request(farmerCall, { body: both })
    expect([taken.status, taken.body.error]).toEqual([409, 'email_taken'])
    const namesOf = (body: { errors: { field: string }[] }) => body.errors.map(({ field }) => field)
    expect(namesOf(taken.body)).toEqual(['email', 'username'])
    const mistaken = await server.request(farmerCall, { body: { ...both, phone_number: '12' } })
    expect([mistaken.status, mistaken.body.error]).toEqual([400, 'validation_failed'])
    expect(namesOf(mistaken.body)).toEqual(['phone_number', 'email', 'username'])
  })

  it('twenty identical concurrent sign-ups create one account and one email', async () => {
    const body = farmerRegistration('racer')
    const responses = await Promise.all(Array.from({ length: 20 }, () => server.request(farmerCall, { body })))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter(status => status === 201)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(19)
    const rows = await server.app.db.selectFrom('users').select('id').where('email', '=', body.email).execute()
    expect(rows).toHaveLength(1)
    expect(await server.emailsTo(body.email)).toHaveLength(1)
  })

  it('twenty concurrent sign-ups for one username with different emails create one account', async () => {
    const createSignUp = (index: number) => ({
      ...farmerRegistration(`r${index}`),
      username: index % 2 ? 'OneName' : 'onename',
    })
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => server.request(farmerCall, { body: createSignUp(index) })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ body }) => body.error === 'username_taken')).toHaveLength(19)
  })

  it('a sign-up repeated with its idempotency key returns the first result and sends one email', async () => {
    const body = farmerRegistration('retrier')
    const headers = { 'idempotency-key': 'sign-up-of-retrier' }
    const first = await server.request(farmerCall, { body, headers })
    const second = await server.request(farmerCall, { body, headers })
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(await server.emailsTo(body.email)).toHaveLength(1)
  })

  it('an unverified sign-up gives way to a new one after a day, but not an hour earlier', async () => {
    const body = farmerRegistration('late')
    const { body: first } = await server.request(farmerCall, { body })
    server.clock.advance(day - 3600 * 1000)
    expect((await server.request(farmerCall, { body })).body.error).toBe('email_taken')
    server.clock.advance(3600 * 1000 + 1)
    const again = await server.request(farmerCall, { body: { ...body, farm_location: 'Gulu' } })
    expect(again.status).toBe(201)
    expect(again.body.user.id).not.toBe(first.user.id)
    const stale = await server.request('POST /api/auth/verify/email', {
      body: { token: first.token, verificationCode: '0000' },
    })
    expect(stale.body.error).toBe('token_invalid')
  })
})

it('the audit log contains a sign-up without its secrets', async () => {
  const body = farmerRegistration('recorded')
  const { body: response } = await server.request(farmerCall, { body })
  const rows = await server.app.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_id', '=', response.user.id)
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['user.registered'])
  const record = JSON.stringify(rows)
  for (const secret of [body.password, response.token, '+256772123456']) expect(record).not.toContain(secret)
})

it('tells experts beforehand if their details are checked', async () => {
  for (const expertApproval of ['manual', 'auto'] as const) {
    const each = await startTestServer({ expertApproval })
    try {
      const { body } = await each.request('GET /api/auth/register/expert/')
      expect(body).toEqual({ is_checked: expertApproval === 'manual' })
    } finally {
      await each.close()
    }
  }
})
