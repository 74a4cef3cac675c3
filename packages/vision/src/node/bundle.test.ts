import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { drawPattern, toSharp } from '../../test/synthetic-images.ts'

// Inside the workspace, so that the bundle finds its external packages.
const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
await mkdir(dist, { recursive: true })
const folder = await mkdtemp(path.join(dist, 'bundle-'))
afterAll(() => rm(folder, { recursive: true }))

const program = `
import { readFile } from 'node:fs/promises'
import { openVision } from '@kutu/vision/node/vision'
const vision = await openVision({ threads: 1 })
const { width, height } = await vision.diagnose(await readFile(process.argv[2]))
await vision.close()
process.stdout.write(JSON.stringify({ width, height, version: vision.card.version }))
`

test('a bundle of the package and its worker runs without a TypeScript loader', async () => {
  await writeFile(path.join(folder, 'main.ts'), program)
  const photo = path.join(folder, 'photo.jpg')
  await writeFile(
    photo,
    await toSharp(drawPattern('discs', 120, 90))
      .jpeg()
      .toBuffer(),
  )
  await build({
    entryPoints: {
      main: path.join(folder, 'main.ts'),
      'vision-worker': fileURLToPath(new URL('./inference-worker.ts', import.meta.url)),
    },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['sharp', 'onnxruntime-node', 'piscina'],
  })
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, 'main.js'), photo])
  expect(JSON.parse(stdout)).toMatchObject({ width: 120, height: 90 })
}, 30_000)
