// A server process for tests to kill: runs jobs, or prints the active version, on a shared database.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../config.ts'
import { openApp } from '../../open-app.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const [mode, databaseUrl = '', dataDir = mkdtempSync(join(tmpdir(), 'kutu-process-'))] = process.argv.slice(2)

const config = readConfig(
  {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ROLE: mode === 'work' ? 'worker' : 'web',
    LOG_LEVEL: 'silent',
    LABEL_REVIEWERS: '1',
    MODEL_PROMOTION: 'automatic',
  },
  'test',
)
const { app, close } = await openApp({ ...config, analysisThreads: 1, databasePool: 4 }, pino({ level: 'silent' }))
print(`open ${app.vision.active.version}`)
let last = app.vision.active.version
const watchTimer = setInterval(() => {
  if (app.vision.active.version === last) return
  last = app.vision.active.version
  print(`answers as ${last}`)
}, 20)
process.on('SIGTERM', async () => {
  clearInterval(watchTimer)
  await close()
  process.exit(0)
})
