import { deriveCode, hashToken } from '../../features/accounts/secrets.ts'
import { createAdmin } from '../../features/accounts/users/create-admin.ts'
import type { TestResponse, TestServer } from './test-server.ts'

// zxcvbn takes a third of the time for it that it takes for one with several digits.
export const password = 'Green-hills-8'

/** A signed-in user. */
export type TestUser = { id: string; email: string; username: string; token: string; refresh: string }

let userCount = 0
const nextNumber = () => `${++userCount}`

export const farmerRegistration = (name = `farmer${nextNumber()}`) => ({
  email: `${name}@example.org`,
  username: name,
  password,
  confirm_password: password,
  phone_number: '+256772123456',
  farm_location: 'Mbarara',
  farm_size: 2.5,
  crop_types: ['MAIZE', 'BEANS'],
})

export const expertRegistration = (name = `expert${nextNumber()}`) => ({
  email: `${name}@example.org`,
  username: name,
  password,
  phone_number: '+254712345678',
  areas_of_expertise: 'Maize, Wheat rust',
  certifications: 'BSc Agriculture',
  bio: 'Plant pathologist in Nakuru.',
  experience_years: 8,
  institution: 'KALRO Njoro',
  languages_spoken: 'English, Swahili',
  social_links: '',
})

/** Returns code and token from the link in the newest email to an address. */
export async function latestVerificationCode(
  server: TestServer,
  email: string,
): Promise<{ token: string; code: string }> {
  const message = (await server.emailsTo(email)).at(-1)
  const link = /https?:\/\/\S*verify-email\?\S+/.exec(message?.text ?? '')?.[0]
  if (!link) throw new Error(`no email with a code for ${email}`)
  const query = new URL(link).searchParams
  return { token: query.get('token') ?? '', code: query.get('verificationToken') ?? '' }
}

/** Signs up a farmer completely: registration, code, activation, sign-in. The email with the code stays in the queue. */
export function signUpFarmer(server: TestServer, name?: string): Promise<TestUser> {
  return signUp(server, 'POST /api/auth/register/farmer/', farmerRegistration(name))
}

/** Signs up an expert completely, awaiting approval unless the test server approves automatically. */
export function signUpExpert(server: TestServer, name?: string, profile: object = {}): Promise<TestUser> {
  return signUp(server, 'POST /api/auth/register/expert/', { ...expertRegistration(name), ...profile })
}

/** Creates an admin like the command line does; admins cannot register. */
export async function createTestAdmin(server: TestServer, name = 'admin'): Promise<TestUser> {
  const email = `${name}@example.org`
  await createAdmin(server.app, { email, username: name, password })
  return signIn(server, email)
}

/** Creates users one after the other, as their order in lists is that of their creation. */
export async function createSeveral(count: number, create: () => Promise<TestUser>): Promise<TestUser[]> {
  const users: TestUser[] = []
  while (users.length < count) users.push(await create())
  return users
}

export async function signUpApprovedExpert(server: TestServer, admin: TestUser): Promise<TestUser> {
  const user = await signUpExpert(server)
  const { status } = await server.request('PUT /api/admin/experts/{id}/', {
    token: admin.token,
    params: { id: user.id },
    body: { action: 'approve' },
  })
  if (status !== 200) throw new Error(`approval answered ${status}`)
  return user
}

/** Derives the code again like the job that sends it: sending and reading an email takes longer than the other steps. */
async function deriveVerificationCode({ app }: TestServer, token: string): Promise<string> {
  const row = app.db.selectFrom('one_time_codes').select('id').where('token_hash', '=', hashToken(token))
  return deriveCode(app, (await row.executeTakeFirstOrThrow()).id)
}

async function signUp(
  server: TestServer,
  endpoint: 'POST /api/auth/register/farmer/' | 'POST /api/auth/register/expert/',
  body: { email: string },
): Promise<TestUser> {
  const registered = await server.request(endpoint, { body })
  if (registered.status !== 201) throw new Error(`sign-up answered ${JSON.stringify(registered.body)}`)
  const { token } = registered.body
  const code = await deriveVerificationCode(server, token)
  const verified = await server.request('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
  const activation = { otp: code, token: verified.body.data.token, password, confirmPassword: password }
  const activated = await server.request('POST /api/auth/activate-account', { body: activation })
  if (activated.status !== 200) throw new Error(`activation answered ${JSON.stringify(activated.body)}`)
  return signIn(server, body.email)
}

export async function signIn(server: TestServer, email: string, userPassword = password): Promise<TestUser> {
  const { status, body } = await server.request('POST /api/auth/login/', { body: { email, password: userPassword } })
  if (status !== 200) throw new Error(`sign-in answered ${JSON.stringify(body)}`)
  return { id: body.user.id, email, username: body.user.username, token: body.access, refresh: body.refresh }
}

/** Uploads a profile photo. */
export const givePhoto = (server: TestServer, { token }: TestUser, bytes: Uint8Array): Promise<TestResponse> =>
  server.request('POST /api/account/photo/', {
    token,
    form: [{ name: 'image', value: new Blob([new Uint8Array(bytes)]), filename: 'me.jpg' }],
  })
