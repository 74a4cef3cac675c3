import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const webDir = fileURLToPath(new URL('../../web', import.meta.url))
const viteBin = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))
const runVite = (args: readonly string[]) =>
  spawn(process.execPath, [viteBin, ...args], {
    cwd: webDir,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'development' },
  })

/** Returns a free port. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * Builds the component gallery in development mode, because it is not part of the release, and serves it under the
 * product's content security policy.
 */
export async function startGallery(): Promise<{ origin: string; close: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'kutu-gallery-'))
  const [code] = await once(runVite(['build', '--mode', 'development', '--outDir', outDir]), 'exit')
  if (code !== 0) throw new Error(`Building the gallery failed with exit code ${code}`)
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const child = runVite(['preview', '--outDir', outDir, '--port', port, '--strictPort', '--host', '127.0.0.1'])
  const exited = once(child, 'exit')
  const close = async () => {
    child.kill('SIGTERM')
    await exited
    await rm(outDir, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const response = await fetch(origin).catch(() => undefined)
    if (response?.ok) return { origin, close }
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  await close()
  throw new Error('The gallery did not start')
}
