// A small server for tests to kill: holds or writes to the database of a data folder and prints its progress line by
// line.
import { pino } from 'pino'
import { openDatabase, openPool } from '../../platform/db/connection/open-database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const log = pino({ level: 'silent' })
const [mode, target = '', dir = ''] = process.argv.slice(2)

async function holdDatabase(dataDir: string) {
  const embedded = await startEmbeddedPostgres({ dataDir, log })
  const keepAlive = setInterval(() => undefined, 60_000)
  process.on('SIGINT', async () => {
    clearInterval(keepAlive)
    const pool = openPool(embedded.url, 1, () => undefined)
    await pool.query('select 1')
    print('the database still answers')
    await pool.end()
    await embedded.stop()
    print('stopped')
  })
  print(`started ${JSON.stringify({ pid: embedded.pid(), folder: embedded.folder, uid: process.getuid?.() })}`)
}

// Runs four concurrent writers. A number is printed only after its transaction was acknowledged.
async function writeRows(dataDir: string) {
  const { pool } = await openDatabase({ dataDir, log, poolSize: 4 })
  await pool.query('create table if not exists written (n integer primary key, filler text not null)')
  const { rows } = await pool.query<{ next: number }>('select coalesce(max(n), 0) + 1 as next from written')
  let next = rows[0]?.next ?? 1
  const writer = async () => {
    for (;;) {
      const n = next++
      await pool.query(`insert into written values ($1, repeat('x', 500))`, [n])
      print(`acknowledged ${n}`)
    }
  }
  await Promise.all([writer(), writer(), writer(), writer()])
}

async function migrateDatabase(url: string, folder: string) {
  const pool = openPool(url, 2, () => undefined)
  print(`applied ${JSON.stringify(await migrate(pool, { dir: folder }))}`)
  await pool.end()
}

if (mode === 'hold') await holdDatabase(target)
else if (mode === 'write') await writeRows(target)
else if (mode === 'migrate') await migrateDatabase(target, dir)
else throw new Error(`Unknown mode ${mode}`)
