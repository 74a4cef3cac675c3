import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

// Chosen once, by the first process; the workers of the runner inherit it.
process.env.JOURNEYS_PORT ??= String(await freePort())
process.env.JOURNEYS_PUSH_PORT ??= String(await freePort())
process.env.JOURNEYS_DATA ??= mkdtempSync(join(tmpdir(), 'kutu-journeys-'))

/** Where the product under test answers, and the folder it keeps everything in. */
export const port = Number(process.env.JOURNEYS_PORT)
export const origin = `http://localhost:${port}`
export const dataDir = process.env.JOURNEYS_DATA
/** Where a journey may stand in for the push service of a browser: the product sends pushes there as to those it knows. */
export const pushPort = Number(process.env.JOURNEYS_PUSH_PORT)
