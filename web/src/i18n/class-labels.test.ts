import { describe, expect, it } from 'vitest'

const files = import.meta.glob<Record<string, Record<string, string>>>(
  './{en,sw,lg}/{community,dashboard,detection}.ts',
  {
    eager: true,
  },
)
const getCatalog = (language: string) =>
  Object.assign(
    {},
    ...Object.keys(files).flatMap(path => (path.startsWith(`./${language}/`) ? Object.values(files[path] ?? {}) : [])),
  )

describe('a class has the same label on results, posts and charts', () => {
  it.each(['en', 'sw', 'lg'])('in %s', language => {
    const catalog: Record<string, string> = getCatalog(language)
    for (const [name, chartName] of [
      ['common_rust', 'rust'],
      ['healthy', 'healthy'],
      ['other_disease', 'other'],
    ])
      expect(
        new Set([catalog[`class.${name}`], catalog[`post.result.${name}`], catalog[`dashboard.monthly_${chartName}`]])
          .size,
      ).toBe(1)
  })
})
