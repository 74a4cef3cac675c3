import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'
import { readRouteTable } from './route-table.ts'

type Context = Rolldown.ChunkingContext

/** Modules outside the features that this many screens need are loaded with the first page behind sign-in. */
const minScreensForAccount = 6
/** Modules of a feature that this many screens need are separated from those of only two. */
const minScreensForShared = 3

const web = fileURLToPath(new URL('../', import.meta.url))
const isIcon = (id: string) => /\/lucide-react\/dist\/esm\/icons\//.test(id)
const getFolder = (id: string) => /\/web\/src\/((?:features|ui)\/[\w-]+|[\w-]+)\//.exec(id)?.[1]

/**
 * Decides which modules are loaded in one file, from the import graph and the route table. Each file costs a slow network
 * a round trip and headers, and small files compress worse; but code that only some screens need must not burden the
 * others. So a module goes with the others that the same pages need:
 *
 * - `start`: what the sign-in page shares with other pages.
 * - `account`: the query library, the UI components and the parts of the layout that most screens behind sign-in use.
 * - `icons`: all other icons; one of 300 bytes is too small for a file.
 * - one file per folder for the rest that several screens share, and within a feature one for the widely shared part.
 *
 * What only one screen needs stays with that screen.
 */
export function getChunkName(id: string, context: Context): string | null {
  const { start, screens, account } = getUsage(context)
  const users = screens.filter(screen => screen.has(id)).length
  const folder = getFolder(id)
  const isFeature = folder?.startsWith('features/') ?? false
  if (start.has(id)) return users > 0 && !isFeature ? 'start' : null
  if (isIcon(id)) return 'icons'
  if (users >= minScreensForAccount && !isFeature) return 'account'
  if (account.has(id)) return users > 0 ? 'account' : null
  if (users < 2) return null
  if (isFeature) return `${folder?.split('/')[1]}${users >= minScreensForShared ? '-shared' : ''}`
  return /\/packages\/(\w+)\//.exec(id)?.[1] ?? folder?.split('/').at(-1) ?? null
}

type Usage = {
  /** Everything the sign-in page loads. */
  start: ReadonlySet<string>
  /** Everything the layout behind sign-in loads. */
  account: ReadonlySet<string>
  /** Everything each screen loads. */
  screens: readonly ReadonlySet<string>[]
}
const usages = new WeakMap<object, Usage>()

function getUsage(context: Context): Usage {
  const key = context.getModuleInfo(`${web}src/main.tsx`)
  if (!key) throw new Error('src/main.tsx is not in the build')
  const known = usages.get(key)
  if (known) return known
  const collect = (modules: readonly string[]) => collectImports(context, modules)
  const routes = readRouteTable()
  const signIn = routes.find(({ path }) => path === '/auth')?.modules ?? []
  const layouts = new Set(routes.flatMap(({ modules }) => modules.slice(0, -1)))
  const usage = {
    start: collect(['src/main.tsx', ...signIn]),
    account: collect([...layouts]),
    screens: [...new Set(routes.flatMap(({ modules }) => modules.slice(-1)))].map(module => collect([module])),
  }
  usages.set(key, usage)
  return usage
}

/** Returns the given modules of the web workspace and everything that they import statically. */
function collectImports(context: Context, modules: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  for (const module of modules) visit(`${web}${module}`)
  return found
}
