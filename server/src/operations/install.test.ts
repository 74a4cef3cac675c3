// @slow

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../..', import.meta.url))

function runNpm(args: string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return { status, stdout, stderr }
}

function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kutu-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('npm ci warns of no package that needs a newer Node than this one', () => {
  const folder = createTemporaryFolder()
  const { packages } = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const workspaces = Object.keys(packages).filter(path => !path.includes('node_modules/'))
  for (const path of workspaces) cpSync(join(root, path, 'package.json'), join(folder, path, 'package.json'))
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  const { status, stderr } = runNpm(['ci', '--dry-run', '--offline', '--include=dev', '--no-audit'], folder)
  expect(stderr).not.toContain('EBADENGINE')
  expect(status).toBe(0)
})

it('a build of the web app prints nothing', () => {
  const folder = createTemporaryFolder()
  const result = runNpm(['run', '--silent', 'build', '-w', 'web', '--', '--outDir', folder, '--emptyOutDir'], root)
  expect(result).toEqual({ status: 0, stdout: '', stderr: '' })
}, 300_000)

it('the image has the model runtime of its own platform only, and that starts the shipped model', () => {
  const folder = createTemporaryFolder()
  const [checkout, image] = [join(folder, 'checkout'), join(folder, 'image')]
  for (const path of ['node_modules/onnxruntime-node', 'node_modules/onnxruntime-common', 'packages/vision/models'])
    cpSync(join(root, path), join(checkout, path), { recursive: true })
  for (const path of ['server/bin', 'server/dist', 'web/dist']) mkdirSync(join(checkout, path), { recursive: true })
  for (const path of ['package.json', 'server/package.json', 'LICENSE', 'NOTICE'])
    writeFileSync(join(checkout, path), '{}')
  execFileSync(process.execPath, [join(root, 'scripts/collect-image.mjs'), image, checkout])
  const libraries = join(image, 'node_modules/onnxruntime-node/bin/napi-v6')
  expect(readdirSync(libraries)).toEqual([process.platform])
  expect(readdirSync(join(libraries, process.platform))).toEqual([process.arch])
  const model = readdirSync(join(root, 'packages/vision/models')).toSorted().at(-1)
  const startModel = `require('onnxruntime-node').InferenceSession.create('packages/vision/models/${model}/model.onnx')
    .then(session => console.log(session.inputNames.length))`
  expect(execFileSync(process.execPath, ['-e', startModel], { cwd: image, encoding: 'utf8' })).toBe('1\n')
})
