/** Browsers say the names of those they want to be taken for as well, so the first that fits is the right one. */
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

/** What a person may know a device by: the names of its browser and its system, as far as the browser says them. */
export const parseUserAgent = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: findFirstMatch(browsers, userAgent),
  system: findFirstMatch(systems, userAgent),
})
