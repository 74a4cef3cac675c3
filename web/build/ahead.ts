import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Plugin, transformWithOxc } from 'vite'

type Chunks = Record<string, { type: string; fileName: string; facadeModuleId?: string | null; imports?: string[] }>
type Entry = { modules: string[]; text: string[] }

const script = new URL('../src/ahead.ts', import.meta.url)
const entries: Record<string, Entry> = JSON.parse(readFileSync(new URL('entry-routes.json', import.meta.url), 'utf8'))
const languages = ['en', 'sw', 'lg']

/** Puts into the page a small script that sends for the files of the address, as soon as the page itself has come. */
export function ahead(): Plugin {
  let fileName = ''
  return {
    name: 'kutu-ahead',
    apply: 'build',
    // The page is written in the same turn, after this.
    enforce: 'pre',
    async generateBundle(_options, bundle) {
      const { code } = await transformWithOxc(readFileSync(script, 'utf8'), 'ahead.ts')
      const source = `const firstFiles = ${JSON.stringify(firstFiles(bundle))}\n${code}`
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
function firstFiles(bundle: Chunks) {
  const asked = filesOf(bundle, ['index.html'])
  const beyond = (modules: string[]) => filesOf(bundle, modules).filter(file => !asked.includes(file))
  const filesAt = ({ modules, text }: Entry) => {
    const spoken = languages.map(language => [
      language,
      beyond(text.map(catalogue => `src/text/${language}/${catalogue}.ts`)),
    ])
    return { each: beyond(modules), ...Object.fromEntries(spoken) }
  }
  return Object.fromEntries(Object.entries(entries).map(([path, entry]) => [path, filesAt(entry)]))
}

/** The files of some modules and of all that they import. */
function filesOf(bundle: Chunks, modules: readonly string[]): string[] {
  const found = new Set<string>()
  const take = (fileName: string) => {
    if (found.has(fileName)) return
    found.add(fileName)
    for (const imported of bundle[fileName]?.imports ?? []) take(imported)
  }
  for (const module of modules) {
    const chunk = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`))
    if (!chunk) throw new Error(`${module} is not in the build`)
    take(chunk.fileName)
  }
  return [...found]
}
