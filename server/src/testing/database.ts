import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../db/open.ts'
import { onServer, withDatabase } from './database-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a role that may create databases; its own database stays empty. */
    databaseServer: string
    /** The migrated database that tests start from. */
    databaseTemplate: string
  }
}

export type TestDatabase = { pool: pg.Pool; url: string; close: () => Promise<void> }

type Options = {
  poolSize?: number
  /** Not migrated. */
  isBare?: boolean
  /** Another address at which the pool finds the database. */
  reachedAt?: (url: string) => Promise<string>
}

/** A fresh database of one's own, with no row in it; `close` drops it. */
export async function testDatabase({
  poolSize = 8,
  isBare = false,
  reachedAt = async url => url,
}: Options = {}): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const template = inject('databaseTemplate')
  const name = `${template}_${randomBytes(5).toString('hex')}`
  await onServer(server, `create database ${name} template ${isBare ? 'template0' : template}`)
  const url = withDatabase(server, name)
  const pool = openPool(await reachedAt(url), poolSize, () => undefined)
  const close = async () => {
    await pool.end()
    await drop(server, name)
  }
  return { pool, url, close }
}

const tries = 50

/** The server's own vacuum may be at work in it: only a superuser may stop that, others wait until it has ended. */
async function drop(server: string, name: string): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      await onServer(server, `drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      const isVacuum = error instanceof pg.DatabaseError && error.code === '42501'
      if (!isVacuum || left === 0) throw error
      await sleep(200)
    }
  }
}
