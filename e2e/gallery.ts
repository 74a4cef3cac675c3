import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('../web', import.meta.url))
const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url))
const run = (words: readonly string[]) =>
  spawn(process.execPath, [vite, ...words], {
    cwd: web,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'development' },
  })

/** A port nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * The gallery of the kit is no part of what is shipped, so it is built as for development, and served under the
 * product's own content policy for as long as the journeys take.
 */
export async function openGallery(): Promise<{ origin: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kutu-gallery-'))
  const [code] = await once(run(['build', '--mode', 'development', '--outDir', folder]), 'exit')
  if (code !== 0) throw new Error(`The gallery could not be built: ${code}`)
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const child = run(['preview', '--outDir', folder, '--port', port, '--strictPort', '--host', '127.0.0.1'])
  const ended = once(child, 'exit')
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await fetch(origin).catch(() => undefined)
    if (answer?.ok) return { origin, close }
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  await close()
  throw new Error('The gallery does not answer')
}
