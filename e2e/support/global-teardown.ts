import { rm } from 'node:fs/promises'
import { dataDir } from './test-server.ts'

/** The data of a run is of no use after it. The runner asks for a default export here. */
// biome-ignore lint/style/noDefaultExport: the runner takes nothing else
export default async function globalTeardown(): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
