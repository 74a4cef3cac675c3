const storageKey = 'reloadedFor'

let isReloading = false

/**
 * After a new version is put up, parts of the old one are gone. Where the page cannot be drawn without one it is loaded
 * anew, once for each part, so that a part nobody can fetch ends in a sentence and not in a circle. A part that a page
 * only has beside it is no reason: what is typed there would be lost.
 */
export function reloadOnce(error: unknown): Promise<never> {
  const failure = error instanceof Error ? error.message : String(error)
  const handledFailures = (sessionStorage.getItem(storageKey) ?? '').split('\n')
  if (!isReloading && navigator.onLine && !handledFailures.includes(failure)) {
    isReloading = true
    sessionStorage.setItem(storageKey, [...handledFailures, failure].join('\n'))
    window.location.reload()
  }
  // What comes with the new page is waited for.
  return isReloading ? new Promise(() => undefined) : Promise.reject(error)
}
