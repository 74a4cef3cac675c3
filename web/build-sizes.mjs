// Prints what a first visit to each entry route loads, compressed, and with --check fails when the sign-in route is over its budget.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const dist = new URL('./dist', import.meta.url).pathname
if (!existsSync(dist)) throw new Error('There is no web/dist: build first')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
/** The page names it; it stands for itself, so the manifest does not know it. */
const ahead = /assets\/ahead-[\w-]+\.js/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[0]
if (!ahead) throw new Error('The page sends for nothing ahead')
const text = (language, names) => names.map(name => `src/i18n/${language}/${name}.ts`)
const entries = JSON.parse(readFileSync(new URL('build/entry-routes.json', import.meta.url), 'utf8'))
const inEnglish = Object.entries(entries).map(([route, entry]) => [
  route,
  [...entry.modules, ...text('en', entry.text)],
])
const routes = {
  ...Object.fromEntries(inEnglish),
  '/auth (sw)': [...entries['/auth'].modules, ...text('sw', entries['/auth'].text)],
  '/auth/signup': ['src/features/accounts/signup/FarmerSignUp.tsx', ...text('en', ['common', 'controls', 'accounts'])],
  '/account/addresses/all-posts': [
    'src/app/account-routes.tsx',
    'src/features/community/moderation/board/AllPosts.tsx',
    ...text('en', ['common', 'menu', 'controls', 'notifications', 'community', 'moderation']),
  ],
  '/learn/{id}': [
    'src/features/detection/articles/Article.tsx',
    ...text('en', ['common', 'controls', 'detection', 'advice']),
  ],
  '/terms': ['src/app/pages/Terms.tsx', ...text('en', ['common', 'pages'])],
}
const scriptBudget = 110_000
const wholeBudget = 170_000

/** Every file that the given modules need before they can run. */
function filesOf(names, found = new Set()) {
  for (const name of names) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    for (const css of chunk.css ?? []) found.add(css)
    filesOf(chunk.imports ?? [], found)
  }
  return found
}

const sum = (files, compress) =>
  [...files].reduce((bytes, file) => bytes + compress(readFileSync(join(dist, file))).length, 0)
const kb = bytes => `${(bytes / 1000).toFixed(1)} kB`.padStart(10)

console.log(
  `${'first load of'.padEnd(36)}${'script gz'.padStart(10)}${'script br'.padStart(10)}${'all gz'.padStart(10)}`,
)
for (const [route, modules] of Object.entries(routes)) {
  const files = [...filesOf(['index.html', ...modules]), ahead]
  const scripts = files.filter(file => file.endsWith('.js'))
  const script = sum(scripts, gzipSync)
  const whole = sum([...files, 'index.html'], gzipSync)
  console.log(`${route.padEnd(36)}${kb(script)}${kb(sum(scripts, brotliCompressSync))}${kb(whole)}`)
  if (route.startsWith('/auth (') || route === '/auth') {
    if (script > scriptBudget || whole > wholeBudget) {
      console.error(`${route} is over its budget of ${scriptBudget} bytes of script, ${wholeBudget} in all, gzip`)
      if (process.argv.includes('--check')) process.exitCode = 1
    }
  }
}
