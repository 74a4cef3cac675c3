import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('../web', import.meta.url))
const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url))

/** A port nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** The gallery of the kit is no part of a build: the development server serves it for as long as the journeys take. */
export async function openGallery(): Promise<{ origin: string; close: () => Promise<void> }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(
    process.execPath,
    [vite, '--port', String(port), '--strictPort', '--host', '127.0.0.1'],
    {
      cwd: web,
      stdio: 'ignore',
    },
  )
  const ended = once(child, 'exit')
  const close = async () => {
    child.kill('SIGTERM')
    await ended
  }
  for (let tries = 0; tries < 120; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The development server ended with ${child.exitCode}`)
    const answer = await fetch(`${origin}/gallery`).catch(() => undefined)
    if (answer?.ok) return { origin, close }
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  await close()
  throw new Error('The development server does not answer')
}
