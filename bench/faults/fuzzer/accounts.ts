import { setTimeout as delay } from 'node:timers/promises'
import { callApi, type Session, signIn } from '../../support/http.ts'
import type { Credentials, Role } from '../../support/kutu-server.ts'
import type { Mailbox } from '../mailbox.ts'
import type { Random } from '../random.ts'
import type { Access } from './operations.ts'

export type Account = Credentials & {
  id: string
  role: Role
  access: string
  refresh: string
  /** False for the demonstration accounts, whose sessions and passwords the fuzzer leaves alone. */
  isThrowAway: boolean
  isRepairing: boolean
}
/** A sign-up under way; `activation` is set once its email address is verified. */
export type SignUp = { email: string; role: Role; activation?: { token: string; otp: string } }

export const password = 'Maize-4-ever!'
/** Password changes go to this one and back. */
export const otherPassword = 'Beans-4-ever!'
const maxThrowAways = 60

/** All accounts of a run: the demonstration accounts, and throw-away ones for calls that end sessions or accounts. */
export class Accounts {
  readonly signUps: SignUp[] = []
  readonly #url: string
  readonly #all: Account[] = []

  constructor(url: string) {
    this.#url = url
  }

  async addDemonstrationAccounts(credentials: Iterable<Credentials>): Promise<void> {
    for (const each of credentials) await this.#add(each, false)
    if (this.#all.length < 3) throw new Error('the demonstration accounts were not printed')
  }

  /** Signs in to an activated account and adds it; does nothing when there are enough. */
  async addThrowAway(credentials: Credentials): Promise<void> {
    if (this.#all.length < maxThrowAways) await this.#add(credentials, true)
  }

  /** Signs up a throw-away account: registration, code from the email, activation, sign-in. */
  async signUp(role: 'farmer' | 'expert', number: number, mailbox: Mailbox): Promise<void> {
    const body = createRegistration(role, number)
    await callApi(this.#url, `POST /api/auth/register/${role}/`, { body })
    let link: URLSearchParams | undefined
    for (let attempt = 0; !link && attempt < 200; attempt++) {
      await mailbox.refresh()
      link = mailbox.latestLink(body.email, '/auth/verify-email')
      if (!link) await delay(50)
    }
    if (!link) throw new Error(`no email with a code for ${body.email} within ten seconds`)
    const otp = link.get('verificationToken')
    const code = { token: link.get('token'), verificationCode: otp }
    const verified = await callApi<{ data: { token: string } }>(this.#url, 'POST /api/auth/verify/email', {
      body: code,
    })
    const activation = { ...verified.data, otp, password, confirmPassword: password }
    await callApi(this.#url, 'POST /api/auth/activate-account', { body: activation })
    await this.addThrowAway({ email: body.email, password })
  }

  /** Returns an account that may call an operation with this access; undefined for `anyone`. */
  pickFor(access: Access, random: Random, options: { isThrowAway?: boolean } = {}): Account | undefined {
    if (access === 'anyone') return undefined
    return this.pick(random, each => mayCall(each, access) && (!options.isThrowAway || each.isThrowAway))
  }

  pick(random: Random, matches: (account: Account) => boolean = () => true): Account | undefined {
    const candidates = this.#all.filter(each => !each.isRepairing && matches(each))
    return candidates.length > 0 ? random.pick(candidates) : undefined
  }

  byId(id: string): Account | undefined {
    return this.#all.find(each => each.id === id)
  }

  /** Opens a new session after a reply with 401, in the background. Reactivates the account if necessary. */
  repair(account: Account): void {
    if (account.isRepairing) return
    account.isRepairing = true
    void this.#repair(account).finally(() => {
      account.isRepairing = false
    })
  }

  /** Approves an expert again after a reply with 403 approval_pending, in the background. */
  approve(account: Account): void {
    void this.#putAsAdmin(`/api/admin/experts/${account.id}/`, { action: 'approve' })
  }

  async #repair(account: Account): Promise<void> {
    if (await this.#signIn(account)) return
    await this.#putAsAdmin(`/api/admin/users/${account.id}/`, { action: 'reactivate' })
    if (!(await this.#signIn(account))) this.#all.splice(this.#all.indexOf(account), 1)
  }

  async #signIn(account: Account): Promise<boolean> {
    // A changed password is known only once its reply has arrived.
    for (const each of new Set([account.password, password, otherPassword])) {
      const reply = await this.#login({ email: account.email, password: each })
      if (!reply) continue
      Object.assign(account, { password: each, access: reply.access, refresh: reply.refresh })
      return true
    }
    return false
  }

  async #add(credentials: Credentials, isThrowAway: boolean): Promise<void> {
    const reply = await this.#login(credentials)
    if (!reply) throw new Error(`${credentials.email} cannot sign in`)
    const { access, refresh, user } = reply
    this.#all.push({ ...credentials, id: user.id, role: user.role, access, refresh, isThrowAway, isRepairing: false })
  }

  #login(credentials: Credentials): Promise<Session | undefined> {
    // The fuzzer may have changed the password or closed the account; callers handle a missing reply.
    return signIn(this.#url, credentials).catch(() => undefined)
  }

  async #putAsAdmin(path: string, body: object): Promise<void> {
    const admin = this.#all.find(({ role }) => role === 'admin')
    // The repair is repeated before the next use of the account, so a failure needs no handling.
    await callApi(this.#url, `PUT ${path}`, { token: admin?.access, body }).catch(() => undefined)
  }
}

function mayCall({ role }: Account, access: Access): boolean {
  if (access === 'anyone' || access === 'user') return true
  if (access === 'farmer or expert') return role !== 'admin'
  if (access.endsWith('or admin')) return role !== 'farmer'
  return access === 'approved expert' ? role === 'expert' : role === access
}

/** Returns a valid registration; the number makes email address and username unique. */
export function createRegistration(role: 'farmer' | 'expert', number: number) {
  const name = `fault.${role}.${number}`
  const shared = { email: `${name}@kutu.example`, username: name, password, phone_number: '+256772123456' }
  return role === 'farmer'
    ? { ...shared, confirm_password: password, farm_location: 'Mbarara', farm_size: 2.5, crop_types: ['MAIZE'] }
    : {
        ...shared,
        areas_of_expertise: ['Maize', 'Wheat rust'],
        certifications: 'BSc Agriculture',
        bio: 'Plant pathologist',
        experience_years: 8,
        institution: 'KALRO Njoro',
        languages_spoken: 'English, Swahili',
      }
}
