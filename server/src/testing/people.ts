import { createAdmin } from '../accounts/admins.ts'
import type { Answered, World } from './world.ts'

export const password = 'Kutu-leaf-2026'

/** A person signed in, as tests need one. */
export type Person = { id: string; email: string; username: string; token: string; refresh: string }

let made = 0
const unique = () => `${++made}`

export const farmerSignUp = (name = `farmer${unique()}`) => ({
  email: `${name}@example.org`,
  username: name,
  password,
  confirm_password: password,
  phone_number: '+256772123456',
  farm_location: 'Mbarara',
  farm_size: 2.5,
  crop_types: ['MAIZE', 'BEANS'],
})

export const expertSignUp = (name = `expert${unique()}`) => ({
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

/** The code and token of the newest letter to an address, from its link. */
export async function codeFor(w: World, email: string): Promise<{ token: string; code: string }> {
  const letter = (await w.lettersTo(email)).at(-1)
  const link = /https?:\/\/\S*verify-email\?\S+/.exec(letter?.text ?? '')?.[0]
  if (!link) throw new Error(`no letter with a code for ${email}`)
  const query = new URL(link).searchParams
  return { token: query.get('token') ?? '', code: query.get('verificationToken') ?? '' }
}

/** A farmer who went the whole way: sign-up, code, activation, sign-in. */
export function farmer(w: World, name?: string): Promise<Person> {
  return throughTheDoor(w, 'POST /api/auth/register/farmer/', farmerSignUp(name))
}

/** An expert who went the whole way and waits for approval, unless the world approves by itself. */
export function expert(w: World, name?: string, profile: object = {}): Promise<Person> {
  return throughTheDoor(w, 'POST /api/auth/register/expert/', { ...expertSignUp(name), ...profile })
}

/** An admin, made at the terminal as no sign-up makes one. */
export async function newAdmin(w: World, name = 'admin'): Promise<Person> {
  const email = `${name}@example.org`
  await createAdmin(w.app, { email, username: name, password })
  return signIn(w, email)
}

/** So many people one after the other: two who ask for the letters of the other's sign-up at once may miss theirs. */
export async function several(count: number, make: () => Promise<Person>): Promise<Person[]> {
  const people: Person[] = []
  while (people.length < count) people.push(await make())
  return people
}

export async function approvedExpert(w: World, by: Person): Promise<Person> {
  const person = await expert(w)
  const { status } = await w.call('PUT /api/admin/experts/{id}/', {
    token: by.token,
    params: { id: person.id },
    body: { action: 'approve' },
  })
  if (status !== 200) throw new Error(`approval answered ${status}`)
  return person
}

async function throughTheDoor(
  w: World,
  call: 'POST /api/auth/register/farmer/' | 'POST /api/auth/register/expert/',
  body: { email: string },
): Promise<Person> {
  const registered = await w.call(call, { body })
  if (registered.status !== 201) throw new Error(`sign-up answered ${JSON.stringify(registered.body)}`)
  const { token, code } = await codeFor(w, body.email)
  const verified = await w.call('POST /api/auth/verify/email', { body: { token, verificationCode: code } })
  const activation = { otp: code, token: verified.body.data.token, password, confirmPassword: password }
  const activated = await w.call('POST /api/auth/activate-account', { body: activation })
  if (activated.status !== 200) throw new Error(`activation answered ${JSON.stringify(activated.body)}`)
  return signIn(w, body.email)
}

export async function signIn(w: World, email: string, secret = password): Promise<Person> {
  const { status, body } = await w.call('POST /api/auth/login/', { body: { email, password: secret } })
  if (status !== 200) throw new Error(`sign-in answered ${JSON.stringify(body)}`)
  return { id: body.user.id, email, username: body.user.username, token: body.access, refresh: body.refresh }
}

/** Gives a person's account a photo of its owner. */
export const givePhoto = (w: World, { token }: Person, bytes: Uint8Array): Promise<Answered> =>
  w.call('POST /api/account/photo/', {
    token,
    form: [{ name: 'image', value: new Blob([new Uint8Array(bytes)]), filename: 'me.jpg' }],
  })
