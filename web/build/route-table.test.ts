import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRouteTable } from './route-table.ts'

const routes = readRouteTable()
const root = new URL('../', import.meta.url)

describe('the route table', () => {
  it('registers each path once', () => {
    const paths = routes.map(({ path }) => path)
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
    expect(paths).toContain('/auth')
    expect(paths).toContain('/account/profile')
  })

  it('hides no screen behind one before it, because the first that matches is shown', () => {
    const patterns = routes.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))
    const firsts = routes.map(({ path }) => routes[patterns.findIndex(pattern => pattern.test(path))]?.path)
    expect(firsts).toEqual(routes.map(({ path }) => path))
  })

  it('finds every screen that the two tables register', () => {
    const sources = ['public-routes', 'account-routes'].map(name =>
      readFileSync(new URL(`src/app/${name}.ts`, root), 'utf8'),
    )
    expect(routes).toHaveLength(sources.join('').match(/screen: \w+\(/g)?.length ?? 0)
  })

  it('names modules and catalogs that exist', () => {
    const catalogs = routes.flatMap(route => route.catalogs.map(catalog => `src/i18n/en/${catalog}.ts`))
    const files = [...routes.flatMap(({ modules }) => modules), ...catalogs]
    expect(files.filter(file => !existsSync(new URL(file, root)))).toEqual([])
  })

  it('preloads on the pages that people open the app with exactly what the program loads there', () => {
    const entries = routes.filter(({ isEntry }) => isEntry)
    const account = {
      modules: ['src/app/AccountRoutes.tsx'],
      catalogs: ['common', 'menu', 'controls', 'notifications'],
    }
    expect(entries.map(({ path, modules, catalogs }) => ({ path, modules, catalogs }))).toEqual([
      { path: '/auth', modules: ['src/features/accounts/sessions/Login.tsx'], catalogs: ['common', 'accounts'] },
      {
        path: '/try',
        modules: ['src/features/detection/capture/TryLeaf.tsx'],
        catalogs: ['common', 'trial'],
      },
      {
        path: '/account',
        modules: [...account.modules, 'src/app/DashboardPage.tsx'],
        catalogs: [...account.catalogs, 'dashboard'],
      },
      {
        path: '/account/addresses/image-analysis',
        modules: [...account.modules, 'src/features/detection/capture/CheckLeaf.tsx'],
        catalogs: [...account.catalogs, 'detection', 'advice'],
      },
      {
        path: '/account/addresses/community-posts',
        modules: [...account.modules, 'src/features/community/board/MakePost.tsx'],
        catalogs: [...account.catalogs, 'community'],
      },
    ])
  })
})
