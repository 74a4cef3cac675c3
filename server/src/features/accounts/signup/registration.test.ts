import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { expertRegistration, farmerRegistration } from '../../../testing/server/test-users.ts'
import { dammCheckDigit } from './account-numbers.ts'

const day = 24 * 3600 * 1000
const farmerCall = 'POST /api/auth/register/farmer/'
const expertCall = 'POST /api/auth/register/expert/'

let w: TestServer
beforeAll(async () => {
  w = await startTestServer({ expertApproval: 'manual' })
})
afterAll(() => w.close())

describe('a farmer signs up', () => {
  it('and gets the record, the profile, a token and a letter with the code and the link', async () => {
    const signUp = { ...farmerRegistration('Akello'), email: ' Akello@Example.org ', phone_number: '0772 123 456' }
    const { status, body } = await w.request(farmerCall, { body: signUp })
    expect(status).toBe(201)
    expect(body.user).toMatchObject({
      email: 'akello@example.org',
      username: 'Akello',
      role: 'farmer',
      phone_number: '+256772123456',
      is_approved: true,
      points: 0,
      accountComplete: false,
      profile: { farm_location: 'Mbarara', farm_size: 2.5, crop_types: ['MAIZE', 'BEANS'] },
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
    expect(body.message).toContain('4 digits')
    const [letter, ...others] = await w.emailsTo('akello@example.org')
    expect(others).toEqual([])
    const code = /^([0-9]{4}) is your Kutu code$/.exec(letter?.subject ?? '')?.[1]
    const link = new URL('/auth/verify-email', w.app.config.publicUrl)
    link.searchParams.set('token', body.token)
    link.searchParams.set('verificationToken', code ?? '')
    expect(letter?.text).toContain(link.href)
    expect(JSON.stringify(body)).not.toContain(`"${code}"`)
  })

  it.each([
    ['sw', /^[0-9]{4} ni nambari yako ya Kutu$/, 'Inatumika kwa dakika 10'],
    ['lg', /^[0-9]{4} ye koodi yo eya Kutu$/, 'Ekola okumala eddakiika 10'],
  ])('and is written to in the language of the request: %s', async (language, subject, sentence) => {
    const body = farmerRegistration(`reads-${language}`)
    const answer = await w.request(farmerCall, { body, headers: { 'accept-language': language } })
    expect(answer.status).toBe(201)
    const [letter] = await w.emailsTo(body.email)
    expect(letter?.subject).toMatch(subject)
    expect(letter?.text).toContain(sentence)
  })

  it('and is told every mistake at once', async () => {
    const body = {
      ...farmerRegistration('mistaken'),
      password: 'kutu12',
      confirm_password: 'kutu13',
      phone_number: '+256 12',
      crop_types: [],
    }
    const answer = await w.request(farmerCall, { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      error: 'validation_failed',
      errors: [
        { field: 'password', message: 'Password is Weak' },
        { field: 'confirm_password', message: 'Password mismatch' },
        { field: 'phone_number' },
      ],
    })
  })

  it('with one of the commonest passwords, whatever its case, and is refused', async () => {
    for (const password of ['Password1', 'PASSWORD', 'QwertyUiop'])
      expect(
        (await w.request(farmerCall, { body: { ...farmerRegistration(), password, confirm_password: password } })).body
          .errors,
      ).toEqual([{ field: 'password', message: expect.stringMatching(/^Password is (Too weak|Weak)$/) }])
    const body = { ...farmerRegistration(), password: 'PASSWORD', confirm_password: 'PASSWORD' }
    const swahili = await w.request(farmerCall, { body, headers: { 'accept-language': 'sw' } })
    expect(swahili.body.errors[0].message).toBe('Nenosiri ni dhaifu mno')
  })

  it('with a long passphrase of one kind of characters and is let in', async () => {
    const password = 'panzi mahindi mvua'
    const body = { ...farmerRegistration(), password, confirm_password: password }
    expect((await w.request(farmerCall, { body })).status).toBe(201)
  })

  it.each([
    ['0772123456', '+256772123456'],
    ['+254 712 345 678', '+254712345678'],
    ['+255 754 123 456', '+255754123456'],
  ])('with the phone number %s, kept as %s', async (typed, stored) => {
    const answer = await w.request(farmerCall, { body: { ...farmerRegistration(), phone_number: typed } })
    expect(answer.body.user.phone_number).toBe(stored)
  })
})

describe('what older clients send', () => {
  it('is taken as it is meant: numbers as text, blanks for nothing, the usernames they allow', async () => {
    const farmer = {
      ...farmerRegistration(),
      farm_size: '2.5',
      username: 'farmer_3f2b1c9e-7c1d-4e55-9d3e-0123456789ab@x+y',
    }
    const registered = await w.request(farmerCall, { body: farmer })
    expect(registered.body.profile.farm_size).toBe(2.5)
    expect(registered.body.user.username).toBe(farmer.username)
    const blanks = { bio: '  ', institution: '', experience_years: '', certifications: ' ', social_links: '' }
    const { status, body } = await w.request(expertCall, { body: { ...expertRegistration(), ...blanks } })
    expect(status).toBe(201)
    expect(body.profile).toMatchObject({ bio: '', experience_years: 0, certifications: '' })
  })

  it.each([
    ['farm_size', true],
    ['farm_size', [2]],
    ['farm_size', '1e3'],
    ['farm_location', '\u200b'],
    ['username', 'two words'],
    ['username', 'x'.repeat(151)],
    // Letters and marks that are drawn as nothing: it would read as another's name.
    ['username', 'Okello\u3164'],
    ['username', 'Okello\ufe0f'],
    ['username', 'O\u034fkello'],
    ['email', 'former-0b6c1b1e-7c1d-4e55-9d3e-0123456789ab@kutu.invalid'],
  ])('is refused where %s is %j', async (field, value) => {
    const { status, body } = await w.request(farmerCall, { body: { ...farmerRegistration(), [field]: value } })
    expect([status, body.errors[0].field]).toEqual([400, field])
  })
})

describe('an expert signs up', () => {
  it('and waits for approval', async () => {
    const { status, body } = await w.request(expertCall, { body: expertRegistration() })
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

  it('with only what is needed, lists as arrays', async () => {
    const { email, username, password, phone_number } = expertRegistration()
    const needed = { email, username, password, phone_number, areas_of_expertise: ['Rust', 'Beans'] }
    const { status, body } = await w.request(expertCall, { body: needed })
    expect(status).toBe(201)
    expect(body.profile).toMatchObject({ areas_of_expertise: 'Rust, Beans', experience_years: 0, bio: '' })
  })

  it('and is approved at once where approval is automatic', async () => {
    const autoApproving = await startTestServer({ expertApproval: 'auto' })
    try {
      expect((await autoApproving.request(expertCall, { body: expertRegistration() })).body.user.is_approved).toBe(true)
    } finally {
      await autoApproving.close()
    }
  })
})

describe('an account has one e-mail and one username', () => {
  it('an e-mail in use is refused in any case, a username too', async () => {
    const first = farmerRegistration('Nabirye')
    await w.request(farmerCall, { body: first })
    const sameEmail = await w.request(farmerCall, { body: { ...farmerRegistration(), email: 'NABIRYE@example.org' } })
    expect(sameEmail.status).toBe(409)
    expect(sameEmail.body.error).toBe('email_taken')
    const sameName = await w.request(expertCall, { body: { ...expertRegistration(), username: 'NABIRYE' } })
    expect(sameName.status).toBe(409)
    expect(sameName.body.error).toBe('username_taken')
  })

  it('twenty identical sign-ups at once make one account and one letter', async () => {
    const body = farmerRegistration('racer')
    const answers = await Promise.all(Array.from({ length: 20 }, () => w.request(farmerCall, { body })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 201)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(19)
    const rows = await w.app.db.selectFrom('users').select('id').where('email', '=', body.email).execute()
    expect(rows).toHaveLength(1)
    expect(await w.emailsTo(body.email)).toHaveLength(1)
  })

  it('twenty sign-ups for one username under different e-mails at once make one account', async () => {
    const createSignUp = (index: number) => ({
      ...farmerRegistration(`r${index}`),
      username: index % 2 ? 'OneName' : 'onename',
    })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => w.request(farmerCall, { body: createSignUp(index) })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'username_taken')).toHaveLength(19)
  })

  it('a sign-up repeated with its key answers the first result and sends one letter', async () => {
    const body = farmerRegistration('retrier')
    const headers = { 'idempotency-key': 'sign-up-of-retrier' }
    const first = await w.request(farmerCall, { body, headers })
    const second = await w.request(farmerCall, { body, headers })
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(await w.emailsTo(body.email)).toHaveLength(1)
  })

  it('a sign-up that nobody proved for a day gives way to a new one, an hour before it does not', async () => {
    const body = farmerRegistration('late')
    const { body: first } = await w.request(farmerCall, { body })
    w.clock.advance(day - 3600 * 1000)
    expect((await w.request(farmerCall, { body })).body.error).toBe('email_taken')
    w.clock.advance(3600 * 1000 + 1)
    const again = await w.request(farmerCall, { body: { ...body, farm_location: 'Gulu' } })
    expect(again.status).toBe(201)
    expect(again.body.user.id).not.toBe(first.user.id)
    const stale = await w.request('POST /api/auth/verify/email', {
      body: { token: first.token, verificationCode: '0000' },
    })
    expect(stale.body.error).toBe('token_invalid')
  })
})

it('a sign-up is on the record without its secrets', async () => {
  const body = farmerRegistration('recorded')
  const { body: answer } = await w.request(farmerCall, { body })
  const rows = await w.app.db.selectFrom('audit_log').selectAll().where('subject_id', '=', answer.user.id).execute()
  expect(rows.map(({ action }) => action)).toEqual(['user.registered'])
  const record = JSON.stringify(rows)
  for (const secret of [body.password, answer.token, '+256772123456']) expect(record).not.toContain(secret)
})
