import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { dataDir, origin, port } from '../runner/test-server.ts'
import { extractLink, waitForEmail } from './mailbox.ts'

const execFileAsync = promisify(execFile)
const cliPath = fileURLToPath(new URL('../../server/bin/kutu.mjs', import.meta.url))

export type TestAccount = { email: string; username: string; password: string }

/**
 * Returns credentials for a new account. Every test has its own accounts, so that tests can run in parallel and in any
 * order.
 */
export function buildAccount(kind: string): TestAccount {
  const name = `${kind}-${randomBytes(5).toString('hex')}`
  return { email: `${name}@kutu.example`, username: name, password: 'Maize-4-ever!' }
}

const post = (path: string, body: unknown): Promise<unknown> => send('POST', path, body)

async function send(method: 'GET' | 'POST' | 'PUT', path: string, body: unknown, token?: string): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
  return response.status === 204 ? undefined : response.json()
}

const accessTokens = new WeakMap<TestAccount, Promise<string>>()

/** Returns an access token, signing in once per account. */
export function getAccessToken(account: TestAccount): Promise<string> {
  const signIn = async () => ((await post('/api/auth/login/', account)) as { access: string }).access
  const token = accessTokens.get(account) ?? signIn()
  accessTokens.set(account, token)
  return token
}

/** Returns the id of an account, from its access token. */
export async function getUserId(account: TestAccount): Promise<string> {
  const [, payload = ''] = (await getAccessToken(account)).split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub
}

/** Reads from the API as an account, to see what has arrived. */
export async function readAs(account: TestAccount, path: string): Promise<unknown> {
  return send('GET', path, undefined, await getAccessToken(account))
}

/** Calls the API as an account, to set up the state a test starts from. */
export async function requestAs(
  account: TestAccount,
  method: 'POST' | 'PUT',
  path: string,
  body: unknown,
): Promise<unknown> {
  return send(method, path, body, await getAccessToken(account))
}

/** Verifies the email address and activates the account through the API. */
async function activate({ email, password }: TestAccount): Promise<void> {
  const link = extractLink(await waitForEmail(email))
  const code = link.searchParams.get('verificationToken')
  const verified = await post('/api/auth/verify/email', {
    token: link.searchParams.get('token'),
    verificationCode: code,
  })
  const { data } = verified as { data: { token: string } }
  await post('/api/auth/activate-account', { otp: code, token: data.token, password, confirmPassword: password })
}

/** Profile fields of an expert that a test wants to override. */
type ExpertFields = Partial<
  Record<'areas_of_expertise' | 'certifications' | 'languages_spoken' | 'bio' | 'institution', string>
>

async function registerExpert(account: TestAccount, fields: ExpertFields = {}): Promise<{ user: { id: string } }> {
  const reply = await post('/api/auth/register/expert/', {
    ...account,
    phone_number: '+256772123456',
    areas_of_expertise: 'cereal rusts',
    bio: 'Walks fields around Mbale.',
    experience_years: 12,
    ...fields,
  })
  return reply as { user: { id: string } }
}

/** Registers an expert without verifying the email address. */
export async function createUnverifiedExpert(): Promise<TestAccount> {
  const account = buildAccount('expert')
  await registerExpert(account)
  return account
}

/** Creates an expert who can sign in but is not approved by an admin. */
export async function createUnapprovedExpert(): Promise<TestAccount> {
  const account = await createUnverifiedExpert()
  await activate(account)
  return account
}

/** Creates an expert approved by an admin. */
export async function createExpert(fields?: ExpertFields): Promise<TestAccount> {
  const account = buildAccount('expert')
  const { user } = await registerExpert(account, fields)
  await activate(account)
  await requestAs(await getAdmin(), 'PUT', `/api/admin/experts/${user.id}/`, { action: 'approve' })
  return account
}

/** Signs in through the API and returns the items that the app stores in localStorage. */
export async function createSessionItems({ email, password }: TestAccount): Promise<Record<string, string>> {
  const reply = await post('/api/auth/login/', { email, password })
  const { access, refresh, user } = reply as { access: string; refresh: string; user: object }
  return { accessToken: access, refreshToken: refresh, tokensSince: String(Date.now()), user: JSON.stringify(user) }
}

/** Signs in through the API and stores the session in the browser, for tests that are not about signing in. */
export async function signInByApi(page: Page, account: TestAccount): Promise<void> {
  const items = await createSessionItems(account)
  await page.addInitScript(stored => {
    // Only once: later page loads must keep what the app has stored since.
    if (sessionStorage.getItem('opened')) return
    sessionStorage.setItem('opened', 'yes')
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, items)
}

/** Creates an activated farmer; the username starts with `kind`. */
export async function createFarmer(kind = 'farmer'): Promise<TestAccount> {
  const account = buildAccount(kind)
  await post('/api/auth/register/farmer/', {
    ...account,
    confirm_password: account.password,
    phone_number: '+256772123456',
    farm_location: 'Mbale',
    farm_size: 2.5,
    crop_types: ['MAIZE'],
  })
  await activate(account)
  return account
}

/** Creates an admin with the command line tool, which is the only way, and replaces the generated password. */
async function createAdmin(): Promise<TestAccount> {
  const { password } = buildAccount('admin')
  const created = await createAdminWithGeneratedPassword()
  const change = { oldPassword: created.password, newPassword: password, confirmPassword: password }
  await send('POST', '/api/auth/change-password', change, await getAccessToken(created))
  return { ...created, password }
}

let admin: Promise<TestAccount> | undefined

/** Returns an admin for tests that change nothing of the admin's own account. Creating one takes seconds. */
export function getAdmin(): Promise<TestAccount> {
  admin ??= createAdmin()
  return admin
}

/** Creates an admin who must change the password at the first sign-in. */
export async function createAdminWithGeneratedPassword(): Promise<TestAccount> {
  const { email, username } = buildAccount('admin')
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: String(port),
    PUBLIC_URL: origin,
    ANALYSIS_THREADS: '1',
  }
  const { stdout } = await execFileAsync(
    process.execPath,
    [cliPath, 'admin', 'create', email, '--username', username],
    { env },
  )
  const password = / with (\S+)/.exec(stdout)?.[1]
  if (!password) throw new Error(`The command line tool created no admin:\n${stdout}`)
  return { email, username, password }
}

/** Signs in through the form on the current page. */
export async function signIn(page: Page, { email, password }: TestAccount): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
