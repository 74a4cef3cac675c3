import { readFileSync } from 'node:fs'

const routeTable = new URL('../../web/dist/.vite/routes.json', import.meta.url)

/**
 * Returns the paths under a prefix from the route table of the built web app, without those that take parameters.
 * @throws Error if there is none
 */
export function findScreenPaths(prefix: string): string[] {
  const routes: { path: string }[] = JSON.parse(readFileSync(routeTable, 'utf8'))
  const paths = routes.map(({ path }) => path).filter(path => path.startsWith(prefix) && !path.includes(':'))
  if (paths.length === 0) throw new Error(`The route table has no screen under ${prefix}`)
  return paths
}
