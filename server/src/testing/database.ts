import { randomBytes } from 'node:crypto'
import type pg from 'pg'
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

/** A fresh database of one's own, migrated unless `isBare`, with no row in it; `close` drops it. */
export async function testDatabase({ poolSize = 8, isBare = false } = {}): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const template = inject('databaseTemplate')
  const name = `${template}_${randomBytes(5).toString('hex')}`
  await onServer(server, `create database ${name} template ${isBare ? 'template0' : template}`)
  const url = withDatabase(server, name)
  const pool = openPool(url, poolSize, () => undefined)
  const close = async () => {
    await pool.end()
    await onServer(server, `drop database if exists ${name} with (force)`)
  }
  return { pool, url, close }
}
