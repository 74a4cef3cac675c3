import { type ComponentType, lazy } from 'react'
import type { CatalogueName } from '../text/catalogue.ts'
import { loadText } from '../text/say.ts'

/** A screen that arrives, with its sentences, when somebody first goes there. */
export function screen<Name extends string>(
  name: Name,
  load: () => Promise<{ readonly [Exported in Name]: ComponentType }>,
  ...texts: CatalogueName[]
) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadText(...texts)])
    return { default: module[name] }
  })
}
