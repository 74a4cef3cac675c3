import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const script = join(root, 'scripts', 'collect-image.mjs')

/** The files that run, and those that must not be in the image. */
const needed = [
  'LICENSE',
  'NOTICE',
  'node_modules/fastify/index.js',
  'node_modules/onnxruntime-node/bin/runtime.node',
  'package.json',
  'packages/vision/models/2026.01.01-1/model.onnx',
  'server/bin/kutu.mjs',
  'server/dist/main.js',
  'server/dist/migrations/0001_platform.sql',
  'server/package.json',
  'web/dist/assets/index.js',
  'web/dist/index.html',
]
const otherPlatform = process.platform === 'win32' ? 'darwin' : 'win32'
const unneeded = [
  '.env',
  '.git/config',
  'bench/server/board.ts',
  'data/secrets/token',
  'docs/install.md',
  'e2e/specs/sign-up.spec.ts',
  'ml/kutu_ml/train.py',
  'node_modules/.bin/tsc',
  'node_modules/fastify/fastify.d.ts',
  'node_modules/fastify/index.js.map',
  `node_modules/onnxruntime-node/bin/napi-v6/${otherPlatform}/${process.arch}/onnxruntime_binding.node`,
  `node_modules/onnxruntime-node/bin/napi-v6/${process.platform}/mips/onnxruntime_binding.node`,
  'node_modules/typescript/lib/tsc.js',
  'packages/contract/src/contract.ts',
  'packages/vision/src/inference/softmax.ts',
  'server/dist/main.js.map',
  'server/src/config.test.ts',
  'server/src/main.ts',
  'web/dist/assets/index.js.map',
  'web/src/main.tsx',
]

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => statSync(join(folder, path)).isFile())
    .map(path => relative('.', path).replaceAll('\\', '/'))
    .toSorted()

it('the image holds what runs, and no sources, tests, documentation, source maps or secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kutu-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const checkout = join(folder, 'checkout')
  for (const path of [...needed, ...unneeded]) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    writeFileSync(join(checkout, path), path)
  }
  // npm links the workspaces, whose sources must not come along.
  mkdirSync(join(checkout, 'node_modules', '@kutu'))
  symlinkSync('../../../packages/contract', join(checkout, 'node_modules', '@kutu', 'contract'))
  execFileSync(process.execPath, [script, join(folder, 'image'), checkout])
  expect(listFiles(join(folder, 'image'))).toEqual(needed)
})

it('the last stage of the Dockerfile takes only the collected files, and runs as an ordinary user that owns none', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(stage.match(/^(COPY|ADD) .*$/gm)).toEqual(['COPY --from=build /image /kutu'])
  expect(stage).toMatch(/^USER node$/m)
  expect(stage).toMatch(/^HEALTHCHECK /m)
  expect(dockerfile).toContain('npm ci --omit=dev --workspace server && node scripts/collect-image.mjs /image')
})
