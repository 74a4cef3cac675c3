import { beforeAll, describe, expect, it } from 'vitest'
import { loadEnglish } from '../testing/load-english.ts'
import { getLocale, loadCatalogs, onLocaleChange, setLocale, t } from './i18n.ts'

beforeAll(() => loadEnglish('common'))

describe('the language of the page', () => {
  // Each change is saved in the account, so a catalog that arrived late put English over the language chosen there.
  it('does not change when a catalog arrives', async () => {
    const changes: string[] = []
    const stop = onLocaleChange(() => changes.push(getLocale()))
    await loadCatalogs('settings')
    expect(changes).toEqual([])
    await setLocale('sw')
    expect(changes).toEqual(['sw'])
    stop()
    await setLocale('en')
    expect(changes).toEqual(['sw'])
  })

  it('is also that of a catalog requested while the language changes', async () => {
    await Promise.all([setLocale('lg'), loadCatalogs('security')])
    const { security } = await import('./lg/security.ts')
    expect(t('security.lead')).toBe(security['security.lead'])
    await setLocale('en')
  })
})
