const key = 'returnPath'

/** Keeps the page somebody wanted, so that signing in leads there. */
export const keepReturnPath = (path: string): void => sessionStorage.setItem(key, path)
export const dropReturnPath = (): void => sessionStorage.removeItem(key)

/** Only our own signed-in pages: nothing stored may lead elsewhere. */
export function returnPath(): string {
  const kept = sessionStorage.getItem(key)
  return kept !== null && /^\/account(?:[/?#]|$)/.test(kept) ? kept : '/account'
}
