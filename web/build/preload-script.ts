import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Plugin, transformWithOxc } from 'vite'

type Bundle = Record<string, { type: string; fileName: string; facadeModuleId?: string | null; imports?: string[] }>
type Entry = { modules: string[]; text: string[] }

const scriptUrl = new URL('../src/preload.ts', import.meta.url)
const entries: Record<string, Entry> = JSON.parse(readFileSync(new URL('entry-routes.json', import.meta.url), 'utf8'))
const languages = ['en', 'sw', 'lg']

/** Puts into the page a small script that sends for the files of the address, as soon as the page itself has come. */
export function preloadScript(): Plugin {
  let fileName = ''
  return {
    name: 'kutu-ahead',
    apply: 'build',
    // The page is written in the same turn, after this.
    enforce: 'pre',
    async generateBundle(_options, bundle) {
      const { code } = await transformWithOxc(readFileSync(scriptUrl, 'utf8'), 'ahead.ts')
      const source = `const preloadFiles = ${JSON.stringify(collectPreloadFiles(bundle))}\n${code}`
      fileName = `assets/ahead-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source })
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

/** By address: what each needs beyond what the page itself asks for, and its sentences in each language. */
function collectPreloadFiles(bundle: Bundle) {
  const indexFiles = collectFiles(bundle, ['index.html'])
  const withoutIndexFiles = (modules: string[]) =>
    collectFiles(bundle, modules).filter(file => !indexFiles.includes(file))
  const collectForEntry = ({ modules, text }: Entry) => {
    const byLanguage = languages.map(language => [
      language,
      withoutIndexFiles(text.map(catalogue => `src/i18n/${language}/${catalogue}.ts`)),
    ])
    return { each: withoutIndexFiles(modules), ...Object.fromEntries(byLanguage) }
  }
  return Object.fromEntries(Object.entries(entries).map(([path, entry]) => [path, collectForEntry(entry)]))
}

/** The files of some modules and of all that they import. */
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
