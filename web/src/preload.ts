/*
 * Arrives before the rest of the program and sends for what this address will need, which the rest would name only once it
 * has arrived itself: one turn less on a slow network. It shares no code with the rest, or it would have to wait for it.
 */

/** Files by the address one comes in at, and by the language they speak. `build/ahead.ts` puts them in front of this. */
declare const preloadFiles: Readonly<Record<string, Readonly<Record<'each' | 'en' | 'sw' | 'lg', readonly string[]>>>>

const path = location.pathname
const isSignedIn = localStorage.getItem('accessToken') !== null
const entry = isSignedIn || !path.startsWith('/account') ? path : '/auth'
const files = preloadFiles[entry === '/' ? '/auth' : entry]

/** As text/language.ts says it. */
const candidates = [localStorage.getItem('language'), ...navigator.languages.map(tag => tag.slice(0, 2).toLowerCase())]
const language = candidates.find(candidate => candidate === 'en' || candidate === 'sw' || candidate === 'lg') ?? 'en'

for (const file of files ? [...files.each, ...files[language]] : []) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}

export {}
