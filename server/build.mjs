// Bundles the server into dist/. Packages from the registry stay external; our own workspaces are TypeScript and are
// bundled.
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const at = path => fileURLToPath(new URL(path, import.meta.url))

rmSync(at('dist'), { recursive: true, force: true })
await build({
  entryPoints: {
    main: at('src/main.ts'),
    cli: at('src/cli.ts'),
    doctor: at('src/operations/doctor.ts'),
    'vision-worker': at('../packages/vision/src/node/inference-worker.ts'),
    'refit-worker': at('../packages/vision/src/node/refit-worker.ts'),
  },
  outdir: at('dist'),
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  plugins: [
    {
      name: 'registry-packages-stay-outside',
      setup(bundler) {
        bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@kutu/') ? undefined : { path, external: true },
        )
      },
    },
  ],
})
cpSync(at('src/platform/db/migrations'), at('dist/migrations'), { recursive: true })

// `kutu doctor` compares the files of the models with these, to find damaged or exchanged ones.
const modelsDir = at('../packages/vision/models')
const modelFiles = readdirSync(modelsDir, { recursive: true }).filter(name => statSync(join(modelsDir, name)).isFile())
const checksum = name =>
  createHash('sha256')
    .update(readFileSync(join(modelsDir, name)))
    .digest('hex')
const checksums = Object.fromEntries(modelFiles.sort().map(name => [name.replaceAll('\\', '/'), checksum(name)]))
writeFileSync(at('dist/model-checksums.json'), `${JSON.stringify(checksums, null, 2)}\n`)
console.log('Built the web app and the server.')
