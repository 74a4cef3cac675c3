import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type ESTree, parseSync } from 'vite'

/** The files of a screen, for the build. Paths of modules are relative to the web workspace. */
export type RouteFiles = {
  path: string
  isEntry: boolean
  /** The screen's module, after the modules that it is rendered in. */
  modules: string[]
  catalogs: string[]
}

const root = new URL('../', import.meta.url)

type LoadedFiles = Pick<RouteFiles, 'modules' | 'catalogs'>

/** Reads the route table from its source: a module path inside `import()` cannot be read from the running program. */
export function readRouteTable(): RouteFiles[] {
  const shell: LoadedFiles = { modules: [], catalogs: ['common'] }
  const routerFile = 'src/app/AppRoutes.tsx'
  const accountCall = findNodes(parseFile(routerFile), 'CallExpression').find(
    ({ arguments: [name] }) => name?.type === 'Literal' && name.value === 'AccountRoutes',
  )
  if (!accountCall) throw new Error(`${routerFile} has no lazy screen AccountRoutes`)
  return [
    ...readRoutes('src/app/public-routes.ts', shell),
    ...readRoutes('src/app/account-routes.ts', addScreen(shell, accountCall, routerFile)),
  ]
}

/** `parent` are the modules and catalogs that the screens of the file are rendered in. */
function readRoutes(file: string, parent: LoadedFiles): RouteFiles[] {
  const program = parseFile(file)
  // const communityScreen = withCatalogs('community')
  const shared = new Map(
    findNodes(program, 'VariableDeclarator').flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'CallExpression' ? [[id.name, readStrings(init.arguments)]] : [],
    ),
  )
  return findNodes(program, 'ObjectExpression').flatMap(object => {
    const { path, screen, isEntry } = getProperties(object)
    if (path?.type !== 'Literal' || screen?.type !== 'CallExpression') return []
    const { catalogs, modules } = addScreen(parent, screen, file)
    const more = (screen.callee.type === 'Identifier' && shared.get(screen.callee.name)) || []
    return { path: String(path.value), isEntry: isEntry !== undefined, modules, catalogs: [...catalogs, ...more] }
  })
}

const readStrings = (nodes: readonly ESTree.Node[]): string[] =>
  nodes.flatMap(node => (node.type === 'Literal' ? [String(node.value)] : []))

/** Adds what a call of `lazyScreen(name, () => import(module), ...catalogs)` loads. */
function addScreen(parent: LoadedFiles, call: ESTree.CallExpression, file: string): LoadedFiles {
  const [name, load, ...catalogs] = call.arguments
  const body = load?.type === 'ArrowFunctionExpression' ? load.body : undefined
  const source = body?.type === 'ImportExpression' ? body.source : undefined
  if (source?.type !== 'Literal')
    throw new Error(`${file}: a screen has no \`() => import('…')\`, ${JSON.stringify(name)}`)
  return {
    modules: [...parent.modules, posix.join(posix.dirname(file), String(source.value))],
    catalogs: [...new Set([...parent.catalogs, ...readStrings(catalogs)])],
  }
}

function parseFile(file: string): ESTree.Program {
  const { program, errors } = parseSync(file, readFileSync(new URL(file, root), 'utf8'))
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  return program
}

function getProperties(object: ESTree.ObjectExpression): Partial<Record<string, ESTree.Expression>> {
  return Object.fromEntries(
    object.properties.flatMap(property =>
      property.type === 'Property' && property.key.type === 'Identifier' ? [[property.key.name, property.value]] : [],
    ),
  )
}

function findNodes<Type extends ESTree.Node['type']>(
  node: unknown,
  type: Type,
): Extract<ESTree.Node, { type: Type }>[] {
  if (typeof node !== 'object' || node === null) return []
  const here = 'type' in node && node.type === type ? [node as Extract<ESTree.Node, { type: Type }>] : []
  return [...here, ...Object.values(node).flatMap(child => findNodes(child, type))]
}
