import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, silent } from '../testing/data-folder.ts'
import { descendants, spawnScript, until } from '../testing/spawned.ts'
import { errorCode } from './cannot-start.ts'
import { openDatabase } from './open.ts'
import { isAlive, readPidFile } from './postmaster.ts'
import { findHome } from './system-user.ts'

const script = new URL('../testing/database-process.ts', import.meta.url)
const acknowledgedBy = (lines: string[]) =>
  lines.filter(line => line.startsWith('acknowledged ')).map(line => Number(line.split(' ')[1]))

// Killing one database process makes the others end by themselves, some before their turn.
function killAtOnce(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

test('every acknowledged write survives killing the server and its database', { timeout: 120_000 }, async () => {
  const dataDir = dataFolder()
  const acknowledged: number[] = []
  for (let round = 0; round < 3; round++) {
    const server = spawnScript(script, ['write', dataDir])
    await server.line('acknowledged')
    await until(() => acknowledgedBy(server.lines).length > 150)
    const postmaster = readPidFile(findHome(dataDir).folder)?.pid ?? 0
    const processes = [server.pid, postmaster, ...descendants(postmaster)]
    for (const pid of round === 1 ? processes.reverse() : processes) killAtOnce(pid)
    await server.ended
    await until(() => !processes.some(isAlive))
    acknowledged.push(...acknowledgedBy(server.lines))
  }
  const { pool, close } = await openDatabase({ dataDir, log: silent, poolSize: 2 })
  onTestFinished(close)
  const { rows } = await pool.query<{ n: number }>('select n from written where length(filler) = 500')
  const found = new Set(rows.map(({ n }) => n))
  expect(acknowledged.length).toBeGreaterThan(450)
  expect(acknowledged.filter(n => !found.has(n))).toEqual([])
})
