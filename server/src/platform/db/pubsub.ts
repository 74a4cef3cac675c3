import pg from 'pg'
import type { Log } from '../embedded-postgres/supervised-postgres.ts'
import { toConnectionError } from './connection/pool.ts'

/**
 * Publish/subscribe over LISTEN/NOTIFY: the database notifies every process when a transaction commits. Topics are
 * `notifications:<user>`, `session:<id>`, `user:<id>`, `model:active` and `training_session:<id>`. Each process listens on one
 * connection, opened by the first subscription.
 */
export type PubSub = {
  /**
   * Subscribes to topics. Resolves with the function that unsubscribes; from then on no commit is missed. When the
   * connection is lost, `onMessage` is called with undefined, and the subscriber must reload and subscribe again.
   */
  subscribe: (topics: readonly string[], onMessage: (topic: string | undefined) => void) => Promise<() => void>
  close: () => Promise<void>
}

type Listener = (topic: string | undefined) => void

const channel = 'kutu'
const pingMs = 30_000

export function openPubSub(url: string, log: Log): PubSub {
  const listeners = new Map<string, Set<Listener>>()
  let connection: Promise<pg.Client> | undefined
  let isClosed = false
  const handleDisconnect = (lost: Promise<pg.Client>) => {
    // A connection that could not be opened may end when there is a new one.
    if (connection !== lost) return
    connection = undefined
    for (const listener of new Set([...listeners.values()].flatMap(each => [...each]))) listener(undefined)
  }
  const connect = (): Promise<pg.Client> => {
    const opening = open(() => handleDisconnect(opening))
    return opening
  }
  const open = async (onEnd: () => void) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'kutu pubsub',
      connectionTimeoutMillis: 10_000,
      // The ping detects a connection that died silently.
      query_timeout: 10_000,
      keepAlive: true,
    })
    // Ending the connection reports its loss to the subscribers; nothing is left to do if it has ended already.
    const ping = setInterval(() => client.query('select 1').catch(() => client.end().catch(() => undefined)), pingMs)
    client.on('error', error => log.warn({ reason: error.message }, 'the listening connection was lost'))
    client.on('end', () => {
      clearInterval(ping)
      onEnd()
    })
    client.on('notification', ({ payload = '' }) => {
      for (const listener of listeners.get(payload) ?? []) listener(payload)
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      clearInterval(ping)
      // The first error is the one to report.
      await client.end().catch(() => undefined)
      throw error instanceof Error ? toConnectionError(error) : error
    }
    return client
  }
  const subscribe = async (topics: readonly string[], onMessage: Listener) => {
    // Subscribers come back when closing ends the connection. A new one would stay open.
    if (isClosed) throw new Error('The subscriptions are closed')
    const unsubscribe = () => {
      for (const topic of topics) {
        listeners.get(topic)?.delete(onMessage)
        if (listeners.get(topic)?.size === 0) listeners.delete(topic)
      }
    }
    for (const topic of topics) listeners.set(topic, (listeners.get(topic) ?? new Set()).add(onMessage))
    connection ??= connect()
    const current = connection
    try {
      await current
      return unsubscribe
    } catch (error) {
      if (connection === current) connection = undefined
      unsubscribe()
      throw error
    }
  }
  const close = async () => {
    isClosed = true
    // `subscribe` has reported the error of a connection that could not be opened.
    const client = await connection?.catch(() => undefined)
    await client?.end()
  }
  return { subscribe, close }
}
