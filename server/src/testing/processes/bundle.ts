import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { inject } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

// The server finds its workers beside its own file.
const workers = {
  'vision-worker': join(root, 'packages/vision/src/node/inference-worker.ts'),
  'refit-worker': join(root, 'packages/vision/src/node/refit-worker.ts'),
}

let folder: string | undefined
const bundles = new Map<string, string>()

/**
 * Returns the bundled file of a TypeScript file that runs as a process of its own. Each test worker builds it once, because
 * compiling the sources in each process takes longer than most of these tests. The global teardown deletes it.
 */
export function bundledFile(file: string): string {
  const bundle = bundles.get(file) ?? buildBundle(file)
  bundles.set(file, bundle)
  return bundle
}

function createFolder(): string {
  // As deep as dist/, so that paths.ts finds the model and the web app.
  const path = join(root, 'server', `dist-test-${inject('databaseTemplate')}-${process.pid}`)
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  cpSync(join(root, 'server/src/platform/db/migrations'), join(path, 'migrations'), { recursive: true })
  return path
}

function buildBundle(file: string): string {
  folder ??= createFolder()
  const name = basename(file, '.ts')
  buildSync({
    entryPoints: { [name]: file, ...workers },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    external: registryPackages(),
  })
  return join(folder, `${name}.js`)
}

/** Returns the dependencies from the npm registry; our own workspaces are bundled. */
function registryPackages(): string[] {
  const folders = ['server', ...readdirSync(join(root, 'packages')).map(name => `packages/${name}`)]
  const manifest = z.object({ dependencies: z.record(z.string(), z.string()).optional() })
  return folders.flatMap(name => {
    const { dependencies = {} } = manifest.parse(JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')))
    return Object.keys(dependencies).filter(dependency => !dependency.startsWith('@kutu/'))
  })
}
