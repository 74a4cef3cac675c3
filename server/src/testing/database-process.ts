// A small server to kill: holds, or writes to, the database of a data folder, and says what it did line by line.
import { pino } from 'pino'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, openPool } from '../db/open.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const log = pino({ level: 'silent' })
const [act, place = '', dir = ''] = process.argv.slice(2)

async function hold(dataDir: string) {
  const embedded = await startEmbedded({ dataDir, log })
  const kept = setInterval(() => undefined, 60_000)
  process.on('SIGINT', async () => {
    clearInterval(kept)
    const pool = openPool(embedded.url, 1, () => undefined)
    await pool.query('select 1')
    say('the database still answers')
    await pool.end()
    await embedded.stop()
    say('stopped')
  })
  say(`started ${JSON.stringify({ pid: embedded.pid(), folder: embedded.folder, uid: process.getuid?.() })}`)
}

// Four writers at once; a number is said only when its transaction was acknowledged.
async function write(dataDir: string) {
  const { pool } = await openDatabase({ dataDir, log, poolSize: 4 })
  await pool.query('create table if not exists written (n integer primary key, filler text not null)')
  const { rows } = await pool.query<{ next: number }>('select coalesce(max(n), 0) + 1 as next from written')
  let next = rows[0]?.next ?? 1
  const writer = async () => {
    for (;;) {
      const n = next++
      await pool.query(`insert into written values ($1, repeat('x', 500))`, [n])
      say(`acknowledged ${n}`)
    }
  }
  await Promise.all([writer(), writer(), writer(), writer()])
}

async function bringUp(url: string, folder: string) {
  const pool = openPool(url, 2, () => undefined)
  say(`applied ${JSON.stringify(await migrate(pool, { dir: folder }))}`)
  await pool.end()
}

if (act === 'hold') await hold(place)
else if (act === 'write') await write(place)
else if (act === 'migrate') await bringUp(place, dir)
else throw new Error(`Unknown act ${act}`)
