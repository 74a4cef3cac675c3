import { type ComponentType, lazy } from 'react'
import type { CatalogName } from '../i18n/catalogs.ts'
import { loadCatalogs } from '../i18n/i18n.ts'
import { reloadOnce } from './browser/reload-on-update.ts'

/** A screen that arrives, with its sentences, when somebody first goes there, or when it is sent for ahead. */
export function lazyScreen<Name extends string>(
  name: Name,
  load: () => Promise<{ readonly [Exported in Name]: ComponentType }>,
  ...catalogs: CatalogName[]
) {
  const loadScreen = async () => {
    const [module] = await Promise.all([load(), loadCatalogs(...catalogs)])
    return { default: module[name] }
  }
  let pending: ReturnType<typeof loadScreen> | undefined
  const preload = () => {
    pending = loadScreen()
    // Whoever then goes there tries again.
    pending.catch(() => {
      pending = undefined
    })
  }
  return Object.assign(
    lazy(() => (pending ?? loadScreen()).catch(reloadOnce)),
    { preload },
  )
}
