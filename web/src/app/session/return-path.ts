const storageKey = 'returnPath'

/** Stores the address that a visitor wanted, so that signing in leads there. */
export const storeReturnPath = (path: string): void => sessionStorage.setItem(storageKey, path)
export const clearReturnPath = (): void => sessionStorage.removeItem(storageKey)

/** Only paths behind sign-in are accepted: a stored value must not redirect elsewhere. */
export function getReturnPath(): string {
  const stored = sessionStorage.getItem(storageKey)
  return stored !== null && /^\/account(?:[/?#]|$)/.test(stored) ? stored : '/account'
}
