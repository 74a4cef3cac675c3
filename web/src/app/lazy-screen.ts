import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { CatalogName } from '../i18n/catalogs.ts'
import { loadCatalogs } from '../i18n/i18n.ts'
import { reloadOnce } from './browser/reload-on-update.ts'

/** A component that loads on first use, or earlier with `preload`. */
export type LazyScreen = LazyExoticComponent<ComponentType> & { preload: () => void }

type LoadScreen<Name extends string> = () => Promise<{ readonly [Exported in Name]: ComponentType }>

/**
 * Returns a screen that loads its module and its catalogs when it is first rendered or preloaded.
 * `name` is the module's export; the catalogs are those of the screen and of everything it renders.
 */
export function lazyScreen<Name extends string>(
  name: Name,
  load: LoadScreen<Name>,
  ...catalogs: CatalogName[]
): LazyScreen {
  const loadScreen = async () => {
    const [module] = await Promise.all([load(), loadCatalogs(...catalogs)])
    return { default: module[name] }
  }
  let pending: ReturnType<typeof loadScreen> | undefined
  const preload = () => {
    pending = loadScreen()
    // A failed preload is tried again when the screen is rendered.
    pending.catch(() => {
      pending = undefined
    })
  }
  return Object.assign(
    lazy(() => (pending ?? loadScreen()).catch(reloadOnce)),
    { preload },
  )
}

/** Returns `lazyScreen` with the catalogs that several screens share. */
export const withCatalogs =
  (...catalogs: CatalogName[]) =>
  <Name extends string>(name: Name, load: LoadScreen<Name>): LazyScreen =>
    lazyScreen(name, load, ...catalogs)
