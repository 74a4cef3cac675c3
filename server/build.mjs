// Bundles the server into dist/. Packages from the registry stay external; our own workspaces are TypeScript and are
// bundled.
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const at = path => fileURLToPath(new URL(path, import.meta.url))

rmSync(at('dist'), { recursive: true, force: true })
await build({
  entryPoints: {
    main: at('src/main.ts'),
    cli: at('src/cli.ts'),
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
console.log('Built the web app and the server.')
