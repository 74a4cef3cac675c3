const key = 'reloadedFor'

let isReloading = false

/**
 * After a new version is put up, parts of the old one are gone: load the page anew, once for each part, so that a part
 * nobody can fetch ends in a sentence and not in a circle.
 */
export function followNewVersion(): void {
  window.addEventListener('vite:preloadError', event => {
    const part = event.payload.message
    const before = (sessionStorage.getItem(key) ?? '').split('\n')
    if (isReloading || !navigator.onLine || before.includes(part)) return
    isReloading = true
    sessionStorage.setItem(key, [...before, part].join('\n'))
    window.location.reload()
  })
}

/** What could not be fetched is waited for where the page is being loaded anew, and else is an error as it was. */
export const unlessReloading = (error: unknown): Promise<never> =>
  isReloading ? new Promise(() => undefined) : Promise.reject(error)
