import type pg from 'pg'
import { withDatabase } from '../database-checks.ts'
import type { Mailbox } from '../mailbox.ts'
import type { Write, WriteKind } from './load.ts'

/** Finds the rows of acknowledged writes by id, with the value that must equal the marker. */
const rowQueries: Record<WriteKind, string> = {
  'sign-up': 'select id, email as marker from users where id = any($1)',
  post: 'select id, title as marker from posts where id = any($1)',
  comment: 'select id, content as marker from responses where id = any($1)',
  slot: `select id, to_char(start_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as marker
    from availability_slots where id = any($1)`,
  booking: 'select id, slot_id::text as marker from bookings where id = any($1)',
  approval: `select id, id::text as marker from bookings where id = any($1) and status = 'approved'`,
  analysis: 'select id, source_hash as marker from analyses where id = any($1)',
}

/** Markers of the load that more than one row has. */
const duplicateQueries = [
  `select title as marker from posts where title like 'fault post %' group by 1 having count(*) > 1`,
  `select content as marker from responses where content like 'fault comment %' group by 1 having count(*) > 1`,
  'select source_hash as marker from analyses group by 1 having count(*) > 1',
  'select slot_id::text as marker from bookings group by 1 having count(*) > 1',
]

/** Returns the acknowledged writes whose rows are missing or different. */
export function findLostWrites(databaseUrl: string, writes: readonly Write[]): Promise<Write[]> {
  return withDatabase(databaseUrl, async pool => {
    const lost: Write[] = []
    for (const kind of Object.keys(rowQueries) as WriteKind[]) {
      const acknowledged = writes.filter(write => write.kind === kind && write.reply)
      if (acknowledged.length === 0) continue
      const markers = await loadMarkers(pool, rowQueries[kind], acknowledged)
      lost.push(...acknowledged.filter(({ reply, marker }) => markers.get(reply?.id ?? '') !== marker))
    }
    return lost
  })
}

async function loadMarkers(pool: pg.Pool, query: string, writes: readonly Write[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; marker: string }>(query, [writes.map(({ reply }) => reply?.id)])
  return new Map(rows.map(({ id, marker }) => [id, marker]))
}

/** Returns the markers of writes that were done twice. */
export function findDuplicates(databaseUrl: string): Promise<string[]> {
  return withDatabase(databaseUrl, async pool => {
    const results = await Promise.all(duplicateQueries.map(query => pool.query<{ marker: string }>(query)))
    return results.flatMap(({ rows }) => rows.map(({ marker }) => marker))
  })
}

/** Returns the addresses that lack an email: the code of each sign-up, and one email to the expert for each booking. */
export async function findMissingEmails(mailbox: Mailbox, writes: readonly Write[]): Promise<string[]> {
  await mailbox.refresh()
  const expected = new Map<string, number>()
  const expect = (address: string) => expected.set(address, (expected.get(address) ?? 0) + 1)
  for (const { kind, reply, marker } of writes) {
    if (!reply) continue
    if (kind === 'sign-up') expect(marker)
    if (kind === 'approval') expect((reply.farmer as { email: string }).email)
  }
  return [...expected]
    .filter(([address, count]) => mailbox.emailsTo(address).length < count)
    .map(([address]) => address)
}

/** Returns the pictures of analyses that cannot be fetched. */
export async function findMissingPictures(writes: readonly Write[]): Promise<string[]> {
  const links = writes.flatMap(({ kind, reply }) =>
    kind === 'analysis' && reply ? [reply.image, reply.heatmap].filter(link => typeof link === 'string') : [],
  )
  const missing: string[] = []
  for (const link of links) {
    const response = await fetch(link)
    const bytes = await response.arrayBuffer()
    if (!response.ok || bytes.byteLength === 0) missing.push(`${link} replied ${response.status}`)
  }
  return missing
}
