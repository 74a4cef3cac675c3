import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../../platform/db/connection/open-database.ts'
import { runSql, withDatabaseName } from './run-sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a role that may create databases. */
    databaseServer: string
    /** Name of the migrated database that tests copy. */
    databaseTemplate: string
  }
}

export type TestDatabase = { pool: pg.Pool; url: string; close: () => Promise<void> }

type Options = {
  poolSize?: number
  /** Skips the migrations. */
  isEmpty?: boolean
  /** Maps the URL to another address through which the pool connects. */
  connectVia?: (url: string) => Promise<string>
}

/** Creates a migrated database for one test file; `close` drops it. */
export async function createTestDatabase({
  poolSize = 8,
  isEmpty = false,
  connectVia = async url => url,
}: Options = {}): Promise<TestDatabase> {
  const serverUrl = inject('databaseServer')
  const template = inject('databaseTemplate')
  const name = `${template}_${randomBytes(5).toString('hex')}`
  await runSql(serverUrl, `create database ${name} template ${isEmpty ? 'template0' : template} strategy file_copy`)
  const url = withDatabaseName(serverUrl, name)
  const pool = openPool(await connectVia(url), poolSize, () => undefined)
  const close = async () => {
    await pool.end()
    await dropDatabase(serverUrl, name)
  }
  return { pool, url, close }
}

const maxAttempts = 50

/**
 * Drops a database. Autovacuum may be running in it, which only a superuser may terminate; others wait until it has
 * ended.
 */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  for (let attemptsLeft = maxAttempts; ; attemptsLeft--) {
    try {
      await runSql(serverUrl, `drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      const isVacuum = error instanceof pg.DatabaseError && error.code === '42501'
      if (!isVacuum || attemptsLeft === 0) throw error
      await sleep(200)
    }
  }
}
