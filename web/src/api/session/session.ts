import type { RequiredStep, User } from '@kutu/contract/accounts/accounts'
import { useSyncExternalStore } from 'react'
import { newIdempotencyKey } from '../idempotency-key.ts'
import { erasePrivateData } from './private-data.ts'

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * `tokensSince` is the time at which the tokens arrived, by this device's clock. Names of items are on phones already:
 * do not change them.
 */
type SessionItem = 'accessToken' | 'refreshToken' | 'tokensSince' | 'renewalKey' | 'signUpToken' | 'token'
export const readItem = (item: SessionItem): string | null => localStorage.getItem(item)

function updateItems(items: Partial<Record<SessionItem | 'user', string | null>>): void {
  for (const [item, value] of Object.entries(items)) {
    if (value === null) localStorage.removeItem(item)
    else localStorage.setItem(item, value)
  }
  notifyListeners()
}

let cached: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** Returns the stored user record. A record that cannot be parsed counts as none and is logged. */
export function getStoredUser(): StoredUser | null {
  const text = localStorage.getItem('user')
  if (text === cached.text) return cached.user
  cached = { text, user: null }
  if (text === null) return null
  try {
    const user: unknown = JSON.parse(text)
    if (typeof user === 'object' && user !== null) cached = { text, user: user as StoredUser }
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification requires this warning
    console.warn('The stored user record could not be read', error)
  }
  return cached.user
}

/** Returns false with a user record that cannot be parsed: it counts as signed out. A missing record is fetched. */
export const hasSession = (): boolean =>
  readItem('accessToken') !== null && (getStoredUser() !== null || localStorage.getItem('user') === null)

/** The stored record. Records of older versions, and those from other replies, have no `required_step`. */
export type StoredUser = User & { required_step?: RequiredStep | null }

type TokenPair = { access: string; refresh: string }
const toSessionItems = ({ access, refresh }: TokenPair) => ({
  accessToken: access,
  refreshToken: refresh,
  tokensSince: String(Date.now()),
  renewalKey: null,
})

export const startSession = (reply: TokenPair & { user: StoredUser }): void =>
  updateItems({ ...toSessionItems(reply), user: JSON.stringify(reply.user), signUpToken: null, token: null })

export const storeTokens = (tokens: TokenPair): void => updateItems(toSessionItems(tokens))

/**
 * Returns the idempotency key for refreshing the current tokens. If a reply is lost, the next attempt gets the same
 * tokens.
 */
export function getRefreshIdempotencyKey(): string {
  const key = readItem('renewalKey') ?? newIdempotencyKey()
  updateItems({ renewalKey: key })
  return key
}

/** Stores a newer user record; every component that uses the session follows. */
export const storeUser = (user: StoredUser): void => updateItems({ user: JSON.stringify(user) })

/** Stores the token of a sign-up in progress: first for the email code, then for activation. */
export const storeSignUpToken = (token: string | null): void => updateItems({ signUpToken: token })
export const storeActivationToken = (token: string | null): void => updateItems({ token })

const deviceItems = [
  'language',
  'textSize',
  'dataSaver',
  'narrowMenu',
  'savedAnswer',
  'savedAnswerOwner',
  'inboxKeysOff',
]

/**
 * Removes the session and everything else stored, except the settings of the device and the outbox. `willReload` is for
 * a sign-out that reloads the page, where components need not follow.
 */
export function endSession({ willReload = false }: { willReload?: boolean } = {}): void {
  const preserved = deviceItems.flatMap(item => {
    const value = localStorage.getItem(item)
    return value === null ? [] : [[item, value] as const]
  })
  localStorage.clear()
  erasePrivateData()
  for (const [item, value] of preserved) localStorage.setItem(item, value)
  if (!willReload) notifyListeners()
}

export const useUser = (): StoredUser | null => useSyncExternalStore(subscribe, getStoredUser, getStoredUser)
export const useHasSession = (): boolean => useSyncExternalStore(subscribe, hasSession, hasSession)
