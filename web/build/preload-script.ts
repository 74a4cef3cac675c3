import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Plugin, transformWithOxc } from 'vite'
import { type RouteFiles, readRouteTable } from './route-table.ts'

type Bundle = Record<string, { type: string; fileName: string; facadeModuleId?: string | null; imports?: string[] }>

const scriptUrl = new URL('../src/preload.ts', import.meta.url)
const languages = ['en', 'sw', 'lg']

/**
 * Adds a small script to index.html that preloads the files of the current address as soon as the page has arrived.
 * Also writes the route table to `.vite/routes.json`, for the bundle report and the browser tests.
 */
export function preloadScript(): Plugin {
  let fileName = ''
  return {
    name: 'kutu-preload-script',
    apply: 'build',
    // vite-plugin-pwa lists the emitted files in the same hook, after this one.
    enforce: 'pre',
    async generateBundle(_options, bundle) {
      const routes = readRouteTable()
      const entries = routes.filter(({ isEntry }) => isEntry)
      const { code } = await transformWithOxc(readFileSync(scriptUrl, 'utf8'), 'preload.ts')
      const source = `const preloadFiles = ${JSON.stringify(collectPreloadFiles(bundle, entries))}\n${code}`
      fileName = `assets/preload-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source })
      this.emitFile({ type: 'asset', fileName: '.vite/routes.json', source: JSON.stringify(routes, null, 2) })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () =>
        fileName === ''
          ? []
          : [
              {
                tag: 'script',
                attrs: { type: 'module', async: true, crossorigin: true, src: `/${fileName}` },
                injectTo: 'head-prepend',
              },
            ],
    },
  }
}

/** Returns, by entry path, the files beyond those of index.html: shared by all languages, and the catalogs of each. */
function collectPreloadFiles(bundle: Bundle, entries: readonly RouteFiles[]) {
  const indexFiles = collectFiles(bundle, ['index.html'])
  const collect = (modules: string[]) => collectFiles(bundle, modules).filter(file => !indexFiles.includes(file))
  const byPath = entries.map(({ path, modules, catalogs }) => {
    const byLanguage = languages.map(language => [
      language,
      collect(catalogs.map(catalog => `src/i18n/${language}/${catalog}.ts`)),
    ])
    return [path, { shared: collect(modules), ...Object.fromEntries(byLanguage) }]
  })
  return Object.fromEntries(byPath)
}

/** Returns the files of some modules and of everything they import statically. */
function collectFiles(bundle: Bundle, modules: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (fileName: string) => {
    if (files.has(fileName)) return
    files.add(fileName)
    for (const imported of bundle[fileName]?.imports ?? []) visit(imported)
  }
  for (const module of modules) {
    const chunk = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`))
    if (!chunk) throw new Error(`${module} is not in the build`)
    visit(chunk.fileName)
  }
  return [...files]
}
