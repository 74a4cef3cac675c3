import type pg from 'pg'
import { heatmapKey, photoKey } from '../../detection/photos/photos.ts'
import { exportFileKey } from '../../settings/export/data-exports.ts'

// The rows that name a file of the store.
const queries = [
  { sql: 'select hash as id from photos order by hash', toKey: photoKey },
  {
    sql: `select heatmap_hash as id from analyses where heatmap_hash is not null
      union select heatmap_hash from analysis_photos where heatmap_hash is not null order by 1`,
    toKey: heatmapKey,
  },
  { sql: 'select id from data_exports where ready_at is not null order by id', toKey: exportFileKey },
]

/** Returns the keys of all files that the rows of the snapshot name, each once. */
export async function listStoredFiles(client: pg.ClientBase): Promise<string[]> {
  const keys: string[] = []
  for (const { sql, toKey } of queries) {
    const { rows } = await client.query<{ id: string }>(sql)
    // One by one: more arguments than about 100,000 do not fit on the stack.
    for (const { id } of rows) keys.push(toKey(id))
  }
  return keys
}
