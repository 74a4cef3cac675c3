import { describe, expect, it } from 'vitest'
import entryRoutes from '../../build/entry-routes.json'
import firstScreens from './entry-screens.ts?raw'
import screens from './screens.ts?raw'

/** By name: the file a screen comes in and the catalogues it speaks from, as the program itself would ask for them. */
const declared = new Map(
  [...`${firstScreens}${screens}`.matchAll(/export const (\w+) = lazyScreen\(([^;]*?)\)\n/g)].map(
    ([, name, args = '']) => {
      const [, from = '', rest = ''] = /import\('([^']+)'\)(.*)/s.exec(args) ?? []
      const module = new URL(from, 'file:///src/app/').pathname.slice(1)
      return [name, { module, text: [...rest.matchAll(/'(\w+)'/g)].map(([, catalogue]) => catalogue) }]
    },
  ),
)

/** What has to arrive before all of these can be drawn. */
function getDependencies(...names: string[]) {
  const screens = names.map(name => declared.get(name))
  const text = new Set(['common', ...screens.flatMap(screen => screen?.text ?? [])])
  return { modules: screens.map(screen => screen?.module), text: [...text] }
}

describe('the screens people come in by', () => {
  it('are sent for ahead by the very files and sentences that the program asks for', () => {
    const accountEntries = [...firstScreens.matchAll(/^ {2}'(\/account[^']*)': (\w+),$/gm)].map(
      ([, path = '', name = '']) => [path, getDependencies('AccountRoutes', name)],
    )
    expect(entryRoutes).toEqual({ '/auth': getDependencies('Login'), ...Object.fromEntries(accountEntries) })
  })
})
