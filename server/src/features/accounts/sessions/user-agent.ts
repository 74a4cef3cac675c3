/** User agents also contain the names of browsers they are compatible with, so the order matters: the first match wins. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bOPR\/|\bOPX\/|\bOPT\/|Opera Mini|OPiOS/, 'Opera'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\bUC ?Browser\//i, 'UC Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/[\d.]+.* Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/KAIOS/i, 'KaiOS'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

const findFirstMatch = (patterns: readonly (readonly [RegExp, string])[], userAgent: string) =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null

/** Returns the browser and operating system names of a User-Agent header; null for those it does not reveal. */
export const parseUserAgent = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: findFirstMatch(browsers, userAgent),
  system: findFirstMatch(systems, userAgent),
})
