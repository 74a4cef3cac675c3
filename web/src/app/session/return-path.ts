const storageKey = 'returnPath'

/** Keeps the page somebody wanted, so that signing in leads there. */
export const storeReturnPath = (path: string): void => sessionStorage.setItem(storageKey, path)
export const clearReturnPath = (): void => sessionStorage.removeItem(storageKey)

/** Only our own signed-in pages: nothing stored may lead elsewhere. */
export function getReturnPath(): string {
  const stored = sessionStorage.getItem(storageKey)
  return stored !== null && /^\/account(?:[/?#]|$)/.test(stored) ? stored : '/account'
}
