const storageKey = 'reloadedFor'

let isReloading = false

/**
 * Reloads the page when a file is missing because a new version was deployed. Each missing file causes one reload at
 * most, so that a file which is gone for good ends in an error message and not in a loop. Use it only for files that
 * the page cannot render without: a reload loses typed text.
 */
export function reloadOnce(error: unknown): Promise<never> {
  const failure = error instanceof Error ? error.message : String(error)
  const handledFailures = (sessionStorage.getItem(storageKey) ?? '').split('\n')
  if (!isReloading && navigator.onLine && !handledFailures.includes(failure)) {
    isReloading = true
    sessionStorage.setItem(storageKey, [...handledFailures, failure].join('\n'))
    window.location.reload()
  }
  // The promise stays pending until the new page replaces this one.
  return isReloading ? new Promise(() => undefined) : Promise.reject(error)
}
