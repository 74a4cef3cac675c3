// Prints the compressed size of the first load of each entry route and of a few others.
// With --check it fails if a page that people open the app with is over its budget.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Script of a page that visitors open first, of any other entry, and all of a visitor's page, gzip. */
const visitorBudget = 100_000
const scriptBudget = 165_000
const totalBudget = 115_000
const visitorPaths = ['/auth', '/try']
/** Routes reported besides those that people open the app with. */
const otherPaths = ['/auth/signup', '/account/addresses/all-posts', '/learn/:id', '/map', '/stop', '/terms']

const dist = fileURLToPath(new URL('../dist', import.meta.url))
if (!existsSync(dist)) throw new Error('There is no web/dist. Build first.')
const readJson = name => JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8'))
const manifest = readJson('manifest.json')
const routes = readJson('routes.json')
// index.html loads this script directly, so the manifest does not list it.
const preloadScript = /assets\/preload-[\w-]+\.js/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[0]
if (!preloadScript) throw new Error('index.html has no preload script')

/** Adds every file that the given modules need before they can run. */
function collectFiles(modules, files = new Set()) {
  for (const module of modules) {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`${module} is not in the build`)
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    collectFiles(chunk.imports ?? [], files)
  }
  return files
}

function measure({ modules, catalogs }, language) {
  const texts = catalogs.map(catalog => `src/i18n/${language}/${catalog}.ts`)
  const files = [...collectFiles(['index.html', ...modules, ...texts]), preloadScript]
  const scripts = files.filter(file => file.endsWith('.js'))
  const sum = (names, compress) =>
    names.reduce((bytes, name) => bytes + compress(readFileSync(join(dist, name))).length, 0)
  return {
    scriptGzip: sum(scripts, gzipSync),
    scriptBrotli: sum(scripts, brotliCompressSync),
    totalGzip: sum([...files, 'index.html'], gzipSync),
  }
}

const kilobytes = bytes => `${(bytes / 1000).toFixed(1)} kB`.padStart(10)
const getRoute = path => routes.find(route => route.path === path)
const reported = [
  ...routes.filter(({ isEntry }) => isEntry).map(route => ({ name: route.path, route, language: 'en' })),
  { name: '/auth (sw)', route: getRoute('/auth'), language: 'sw' },
  ...otherPaths.map(path => ({ name: path, route: getRoute(path), language: 'en' })),
]

console.log(
  `${'first load of'.padEnd(36)}${'script gz'.padStart(10)}${'script br'.padStart(10)}${'all gz'.padStart(10)}`,
)
for (const { name, route, language } of reported) {
  const { scriptGzip, scriptBrotli, totalGzip } = measure(route, language)
  console.log(`${name.padEnd(36)}${kilobytes(scriptGzip)}${kilobytes(scriptBrotli)}${kilobytes(totalGzip)}`)
  const isVisitor = visitorPaths.includes(route.path)
  if (
    route.isEntry &&
    (scriptGzip > (isVisitor ? visitorBudget : scriptBudget) || (isVisitor && totalGzip > totalBudget))
  ) {
    console.error(`${name} is over its budget`)
    if (process.argv.includes('--check')) process.exitCode = 1
  }
}
