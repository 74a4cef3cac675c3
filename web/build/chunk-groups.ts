import { readFileSync } from 'node:fs'
import { readRouteTable } from './route-table.ts'

/**
 * Folders whose modules are loaded together. A first line `// @chunk <name>` in a file wins over its folder; `none` leaves
 * the module to the bundler. The module of a route is always a file of its own.
 */
const folderChunks: readonly [folder: RegExp, chunk: ChunkName][] = [
  [/\/web\/src\/ui\/(?!table\/|phone\/|plate\/)/, 'account'],
  [/\/web\/src\/ui\/plate\//, 'plates'],
  [/\/web\/src\/features\/community\/(?!moderation\/)/, 'board'],
  [/\/web\/src\/features\/detection\/(?!articles\/)/, 'answers'],
  [/\/packages\/advice\/src\//, 'diseases'],
]
/** Modules of packages: the React runtime and the icons of the sign-in page, other icons, and the query library. */
const packageChunks: readonly [module: RegExp, chunk: ChunkName][] = [
  [/\/node_modules\/react-dom\/(?:index|cjs\/react-dom\.)/, 'start'],
  [/\/lucide-react\/dist\/esm\/(?!icons\/)/, 'start'],
  [
    /\/icons\/(?:x|check|chevron-down|circle-alert|circle-check|info|triangle-alert|eye|eye-off|languages|wifi-off|layout-dashboard|camera)\.m?js$/,
    'start',
  ],
  [/\/lucide-react\/dist\/esm\/icons\//, 'icons'],
  [/\/@tanstack\/(?:query-core|react-query)\//, 'account'],
]

/**
 * - `start`: everything that the sign-in page needs.
 * - `account`: what nearly every screen behind sign-in needs.
 * - `outbox`: what waits on the device. `photos`: choosing, preparing and storing photos, and the latest answers on home. `posts`, `board`: the community board.
 *   `diseases`: disease cards.
 *   `answers`: the result of a diagnosis. `plates`: drawn leaves.
 */
type ChunkName =
  | 'start'
  | 'icons'
  | 'account'
  | 'outbox'
  | 'photos'
  | 'posts'
  | 'diseases'
  | 'plates'
  | 'board'
  | 'answers'
const tagPattern = /^\/\/ @chunk (\w+)\n/
const chunks = new Map<string, string>()
const routeModules = new Set(readRouteTable().flatMap(({ modules }) => modules.map(module => `/web/${module}`)))

function findChunk(id: string): string {
  if (id.includes('/node_modules/')) return packageChunks.find(([module]) => module.test(id))?.[1] ?? 'none'
  if (!/^[^?\0]+\.tsx?$/.test(id)) return 'none'
  const tag = tagPattern.exec(readFileSync(id, 'utf8'))?.[1]
  if (tag) return tag
  if ([...routeModules].some(module => id.endsWith(module))) return 'none'
  return folderChunks.find(([folder]) => folder.test(id))?.[1] ?? 'none'
}

function isIn(chunk: ChunkName) {
  return (id: string) => {
    const found = chunks.get(id) ?? findChunk(id)
    chunks.set(id, found)
    return found === chunk
  }
}

/**
 * The chunks of the build. Each file costs a slow network a round trip and headers, and small files compress worse; but
 * code that only some screens need must not burden the others. A module goes with the first group by priority.
 */
export const chunkGroups = [
  { name: 'start', test: isIn('start'), priority: 4 },
  { name: 'icons', test: isIn('icons'), priority: 3 },
  { name: 'account', test: isIn('account'), priority: 2 },
  { name: 'outbox', test: isIn('outbox'), priority: 1 },
  { name: 'photos', test: isIn('photos'), priority: 1 },
  { name: 'posts', test: isIn('posts'), priority: 1 },
  { name: 'diseases', test: isIn('diseases'), priority: 1 },
  { name: 'plates', test: isIn('plates'), priority: 1 },
  { name: 'board', test: isIn('board') },
  { name: 'answers', test: isIn('answers') },
]
