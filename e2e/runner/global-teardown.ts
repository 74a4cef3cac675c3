import { rm } from 'node:fs/promises'
import { dataDir } from './test-server.ts'

/** Deletes the data folder of the run. */
// biome-ignore lint/style/noDefaultExport: Playwright requires a default export
export default async function globalTeardown(): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
