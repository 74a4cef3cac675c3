import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { letterTo, linkIn } from './mailbox.ts'
import { dataDir, origin, port } from './product.ts'

const run = promisify(execFile)
const terminal = fileURLToPath(new URL('../server/bin/kutu.mjs', import.meta.url))

export type Person = { email: string; username: string; password: string }

/** Somebody nobody has met yet; every journey has people of its own, so that journeys never meet. */
export function stranger(kind: string): Person {
  const name = `${kind}-${randomBytes(5).toString('hex')}`
  return { email: `${name}@kutu.example`, username: name, password: 'Maize-4-ever!' }
}

const post = (path: string, body: unknown): Promise<unknown> => send('POST', path, body)

async function send(method: 'POST' | 'PUT', path: string, body: unknown, token?: string): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const sessions = new WeakMap<Person, Promise<string>>()

/** An access token of somebody's, from one sign-in however often it is asked for. */
export function tokenOf(person: Person): Promise<string> {
  const signIn = async () => ((await post('/api/auth/login/', person)) as { access: string }).access
  const token = sessions.get(person) ?? signIn()
  sessions.set(person, token)
  return token
}

/** Calls the API in somebody's name, for what a journey finds done when it begins. */
export async function callAs(person: Person, method: 'POST' | 'PUT', path: string, body: unknown): Promise<unknown> {
  return send(method, path, body, await tokenOf(person))
}

/** Proves the address by its letter and activates the account, over the API as any client would. */
async function activate({ email, password }: Person): Promise<void> {
  const link = linkIn(await letterTo(email))
  const code = link.searchParams.get('verificationToken')
  const verified = await post('/api/auth/verify/email', {
    token: link.searchParams.get('token'),
    verificationCode: code,
  })
  const { data } = verified as { data: { token: string } }
  await post('/api/auth/activate-account', { otp: code, token: data.token, password, confirmPassword: password })
}

/** What an expert says of themselves, where a journey needs it to be something else. */
type ExpertWords = Partial<Record<'areas_of_expertise' | 'certifications' | 'languages_spoken' | 'bio', string>>

async function registerExpert(person: Person, words: ExpertWords = {}): Promise<{ user: { id: string } }> {
  const reply = await post('/api/auth/register/expert/', {
    ...person,
    phone_number: '+256772123456',
    areas_of_expertise: 'cereal rusts',
    bio: 'Walks fields around Mbale.',
    experience_years: 12,
    ...words,
  })
  return reply as { user: { id: string } }
}

/** An expert who has signed up and waits. */
export async function newWaitingExpert(): Promise<Person> {
  const person = stranger('expert')
  await registerExpert(person)
  return person
}

let admin: Promise<Person> | undefined

/** An expert who signs in and waits for an admin's approval. */
export async function newUnapprovedExpert(): Promise<Person> {
  const person = await newWaitingExpert()
  await activate(person)
  return person
}

/** An expert whom an admin has approved, ready to sign in. */
export async function newExpert(words?: ExpertWords): Promise<Person> {
  const person = stranger('expert')
  const { user } = await registerExpert(person, words)
  await activate(person)
  admin ??= newAdmin()
  await callAs(await admin, 'PUT', `/api/admin/experts/${user.id}/`, { action: 'approve' })
  return person
}

/** What signing in leaves in the browser's storage, from signing in over the API. */
export async function sessionItems({ email, password }: Person): Promise<Record<string, string>> {
  const reply = await post('/api/auth/login/', { email, password })
  const { access, refresh, user } = reply as { access: string; refresh: string; user: object }
  return { accessToken: access, refreshToken: refresh, tokensSince: String(Date.now()), user: JSON.stringify(user) }
}

/** Signs in over the API and leaves the session in the browser, for journeys that are not about signing in. */
export async function openSession(page: Page, person: Person): Promise<void> {
  const items = await sessionItems(person)
  await page.addInitScript(stored => {
    // Once only: a later page load must find what the app has made of it since.
    if (sessionStorage.getItem('opened')) return
    sessionStorage.setItem('opened', 'yes')
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  }, items)
}

/** A farmer ready to sign in; `kind` begins the name. */
export async function newFarmer(kind = 'farmer'): Promise<Person> {
  const person = stranger(kind)
  await post('/api/auth/register/farmer/', {
    ...person,
    confirm_password: person.password,
    phone_number: '+256772123456',
    farm_location: 'Mbale',
    farm_size: 2.5,
    crop_types: ['MAIZE'],
  })
  await activate(person)
  return person
}

/** An admin, made at the terminal beside the running server: there is no other way. */
export async function newAdmin(): Promise<Person> {
  const { email, username } = stranger('admin')
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: String(port),
    PUBLIC_URL: origin,
    ANALYSIS_THREADS: '1',
  }
  const { stdout } = await run(process.execPath, [terminal, 'admin', 'create', email, '--username', username], { env })
  const password = / with (\S+)/.exec(stdout)?.[1]
  if (!password) throw new Error(`The terminal made no admin:\n${stdout}`)
  return { email, username, password }
}

/** Signs in on the screen, from wherever the page stands. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
