import { type ComponentType, lazy } from 'react'
import type { CatalogueName } from '../text/catalogue.ts'
import { loadText } from '../text/say.ts'
import { loadPageAnew } from './new-version.ts'

/** A screen that arrives, with its sentences, when somebody first goes there, or when it is sent for ahead. */
export function screen<Name extends string>(
  name: Name,
  load: () => Promise<{ readonly [Exported in Name]: ComponentType }>,
  ...texts: CatalogueName[]
) {
  const bring = async () => {
    const [module] = await Promise.all([load(), loadText(...texts)])
    return { default: module[name] }
  }
  let coming: ReturnType<typeof bring> | undefined
  const sendFor = () => {
    coming = bring()
    // Whoever then goes there tries again.
    coming.catch(() => {
      coming = undefined
    })
  }
  return Object.assign(
    lazy(() => (coming ?? bring()).catch(loadPageAnew)),
    { sendFor },
  )
}
