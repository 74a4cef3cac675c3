/*
 * Runs before the rest of the program and preloads the files of the current address. Without it the browser would discover
 * them only after the main script has run: one round trip more on a slow network. It shares no code with the main script,
 * because it would then have to wait for the shared chunk.
 */

/** Files to preload by path: those of every language, and the catalogs of each. Defined by `build/preload-script.ts`. */
declare const preloadFiles: Readonly<Record<string, Readonly<Record<'shared' | 'en' | 'sw' | 'lg', readonly string[]>>>>

const path = location.pathname
const isSignedIn = localStorage.getItem('accessToken') !== null
const entry = isSignedIn || !path.startsWith('/account') ? path : '/auth'
const files = preloadFiles[entry === '/' ? '/auth' : entry]

// The same order of preference as `detectLocale` in i18n/locales.ts.
const candidates = [localStorage.getItem('language'), ...navigator.languages.map(tag => tag.slice(0, 2).toLowerCase())]
const language = candidates.find(candidate => candidate === 'en' || candidate === 'sw' || candidate === 'lg') ?? 'en'

for (const file of files ? [...files.shared, ...files[language]] : []) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}

export {}
