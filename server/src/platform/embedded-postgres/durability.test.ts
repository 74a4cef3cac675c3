// @slow

import { expect, onTestFinished, test } from 'vitest'
import { createDataFolder, silentLogger } from '../../testing/database/data-folder.ts'
import { descendants, spawnScript, waitUntil } from '../../testing/processes/spawn-script.ts'
import { openDatabase } from '../db/connection/open-database.ts'
import { errorCode } from '../startup-error.ts'
import { isAlive, readPidFile } from './postmaster.ts'
import { locateCluster } from './system-user.ts'

const script = new URL('../../testing/processes/database-process.ts', import.meta.url)
const acknowledgedNumbers = (lines: string[]) =>
  lines.filter(line => line.startsWith('acknowledged ')).map(line => Number(line.split(' ')[1]))

// Killing one database process ends the others, possibly before this loop reaches them.
function killProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

test('every acknowledged write survives killing the server and its database', async () => {
  const dataDir = createDataFolder()
  const acknowledged: number[] = []
  for (let round = 0; round < 3; round++) {
    const server = spawnScript(script, ['write', dataDir])
    await server.waitForLine('acknowledged')
    await waitUntil(() => acknowledgedNumbers(server.lines).length > 150)
    const postmaster = readPidFile(locateCluster(dataDir).folder)?.pid ?? 0
    const processes = [server.pid, postmaster, ...descendants(postmaster)]
    for (const pid of round === 1 ? processes.reverse() : processes) killProcess(pid)
    await server.exited
    await waitUntil(() => !processes.some(isAlive))
    acknowledged.push(...acknowledgedNumbers(server.lines))
  }
  const { pool, close } = await openDatabase({ dataDir, log: silentLogger, poolSize: 2 })
  onTestFinished(close)
  const { rows } = await pool.query<{ n: number }>('select n from written where length(filler) = 500')
  const found = new Set(rows.map(({ n }) => n))
  expect(acknowledged.length).toBeGreaterThan(450)
  expect(acknowledged.filter(n => !found.has(n))).toEqual([])
})
