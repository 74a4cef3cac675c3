import { describe, expect, it } from 'vitest'
import entryRoutes from '../../build/entry-routes.json'
import firstScreens from './first-screens.ts?raw'
import screens from './screens.ts?raw'

/** By name: the file a screen comes in and the catalogues it speaks from, as the program itself would ask for them. */
const declared = new Map(
  [...`${firstScreens}${screens}`.matchAll(/export const (\w+) = screen\(([^;]*?)\)\n/g)].map(([, name, said = '']) => {
    const [, from = '', rest = ''] = /import\('([^']+)'\)(.*)/s.exec(said) ?? []
    const module = new URL(from, 'file:///src/app/').pathname.slice(1)
    return [name, { module, text: [...rest.matchAll(/'(\w+)'/g)].map(([, catalogue]) => catalogue) }]
  }),
)

/** What has to arrive before all of these can be drawn. */
function needed(...names: string[]) {
  const all = names.map(name => declared.get(name))
  const text = new Set(['common', ...all.flatMap(screen => screen?.text ?? [])])
  return { modules: all.map(screen => screen?.module), text: [...text] }
}

describe('the screens people come in by', () => {
  it('are sent for ahead by the very files and sentences that the program asks for', () => {
    const signedIn = [...firstScreens.matchAll(/^ {2}'(\/account[^']*)': (\w+),$/gm)].map(
      ([, path = '', name = '']) => [path, needed('AccountRoutes', name)],
    )
    expect(entryRoutes).toEqual({ '/auth': needed('Login'), ...Object.fromEntries(signedIn) })
  })
})
