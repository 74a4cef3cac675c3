import { readFileSync } from 'node:fs'

const routeTable = new URL('../../web/dist/.vite/routes.json', import.meta.url)

/** Returns the paths under a prefix from the route table of the built web app, without those that take parameters. */
export function findScreenPaths(prefix: string): string[] {
  const routes: { path: string }[] = JSON.parse(readFileSync(routeTable, 'utf8'))
  return routes.map(({ path }) => path).filter(path => path.startsWith(prefix) && !path.includes(':'))
}
