const key = 'reloadedFor'

/** After a new version is put up, parts of the old one are gone: load the page anew, once for each part. */
export function followNewVersion(): void {
  window.addEventListener('vite:preloadError', event => {
    const part = event.payload.message
    if (!navigator.onLine || sessionStorage.getItem(key) === part) return
    sessionStorage.setItem(key, part)
    event.preventDefault()
    window.location.reload()
  })
}
