import { createServer } from 'node:net'
import { StartupError } from '../startup-error.ts'

/** Returns a free port below the ephemeral ranges, so that no outgoing connection takes it while the database restarts. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 15_000 + Math.floor(Math.random() * 17_000)
    if (await isPortFree(port)) return port
  }
  throw new StartupError('No free port was found on 127.0.0.1 for the database.')
}

const isPortFree = (port: number) =>
  new Promise<boolean>(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
