import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { createKysely, type Database } from '../../platform/db/database.ts'

const holdsConnection = new AsyncLocalStorage<true>()

/**
 * Creates a database whose calls fail if they ask the pool for a second connection while their transaction holds one.
 * With a full pool such a call waits for a connection that only calls like itself could give back.
 */
export function createGuardedKysely(pool: Pool): Kysely<Database> {
  const guardedPool = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect' && holdsConnection.getStore())
        throw new Error('a second connection in a transaction: pass the transaction on')
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const db = createKysely(guardedPool)
  const beginTransaction = db.transaction.bind(db)
  db.transaction = () => {
    const builder = beginTransaction()
    const execute = builder.execute.bind(builder)
    builder.execute = work => execute(tx => holdsConnection.run(true, () => work(tx)))
    return builder
  }
  return db
}
