import pg from 'pg'
import { whyNoConnection } from './no-connection.ts'
import type { Log } from './supervised.ts'

/**
 * What the database calls out to every process when a transaction commits: `news:<user>`, `session:<id>`, `user:<id>`.
 * Each process listens on one connection of its own, from the moment somebody wants to hear.
 */
export type Signals = {
  /**
   * Hears topics until the function it answers is called. Once it has answered, nothing that commits is missed: where
   * the connection is lost, `onSignal` is called without a topic.
   */
  hear: (topics: readonly string[], onSignal: (topic: string | undefined) => void) => Promise<() => void>
  close: () => Promise<void>
}

type Hearer = (topic: string | undefined) => void

const channel = 'kutu'
const pingMs = 30_000

export function openSignals(url: string, log: Log): Signals {
  const hearers = new Map<string, Set<Hearer>>()
  let listening: Promise<pg.Client> | undefined
  const lose = () => {
    listening = undefined
    for (const hearer of new Set([...hearers.values()].flatMap(each => [...each]))) hearer(undefined)
  }
  const listen = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'kutu signals',
      connectionTimeoutMillis: 10_000,
      // A connection that died without a word is found by the ping.
      query_timeout: 10_000,
      keepAlive: true,
    })
    const ping = setInterval(() => client.query('select 1').catch(() => client.end().catch(() => undefined)), pingMs)
    client.on('error', error => log.warn({ err: error }, 'the connection that listens was lost'))
    client.on('end', () => {
      clearInterval(ping)
      lose()
    })
    client.on('notification', ({ payload = '' }) => {
      for (const hearer of hearers.get(payload) ?? []) hearer(payload)
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      clearInterval(ping)
      await client.end().catch(() => undefined)
      throw error instanceof Error ? whyNoConnection(error) : error
    }
    return client
  }
  const hear = async (topics: readonly string[], onSignal: Hearer) => {
    const stop = () => {
      for (const topic of topics) {
        hearers.get(topic)?.delete(onSignal)
        if (hearers.get(topic)?.size === 0) hearers.delete(topic)
      }
    }
    for (const topic of topics) hearers.set(topic, (hearers.get(topic) ?? new Set()).add(onSignal))
    listening ??= listen()
    const mine = listening
    try {
      await mine
      return stop
    } catch (error) {
      if (listening === mine) listening = undefined
      stop()
      throw error
    }
  }
  const close = async () => {
    const client = await listening?.catch(() => undefined)
    await client?.end()
  }
  return { hear, close }
}
