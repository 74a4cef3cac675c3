import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { lockNamed } from '../db/lock-named.ts'
import { write } from '../db/write.ts'
import type { FileKind } from '../files/files.ts'
import { heatmapKey, photoKey } from './photos.ts'

/** No upload takes this long, so a file this old without a row will never get one. */
const orphanedAfter = 24 * 3600 * 1000
const atOnce = 500

/** Deletes the files that a crash between storing and committing left without a row. */
export async function sweepFiles(app: App): Promise<void> {
  for (const kind of ['photos', 'heatmaps'] as const)
    for await (const keys of app.files.keysOf(kind))
      for (let start = 0; start < keys.length; start += atOnce) {
        const some = keys.slice(start, start + atOnce)
        const named = await namedOf(app.db, kind, some)
        for (const key of some) if (!named.has(key) && (await isOld(app, key))) await deleteOrphan(app, kind, key)
      }
}

async function isOld(app: App, key: string): Promise<boolean> {
  const changedAt = await app.files.changedAt(key)
  return changedAt !== undefined && app.clock.now().getTime() - changedAt.getTime() > orphanedAfter
}

/** Looks again under a lock that no upload of the same content can hold at the same time. */
async function deleteOrphan(app: App, kind: FileKind, key: string): Promise<void> {
  const isDeleted = await deleteUnnamed(app, kind, key, () => isOld(app, key))
  if (isDeleted) app.log.info({ key }, 'swept a file that no row names')
}

/** Deletes a file unless a row names it, or an upload of the same content is just putting it there. Answers whether it did. */
export function deleteUnnamed(app: App, kind: FileKind, key: string, mayGo = async () => true): Promise<boolean> {
  return write(app, async tx => {
    await lockNamed(tx, key)
    const isNamed = (await namedOf(tx, kind, [key])).has(key)
    if (isNamed || !(await mayGo())) return false
    await app.files.delete(key)
    return true
  })
}

/** Those of the keys that a row names. */
async function namedOf(db: App['db'] | Tx, kind: FileKind, keys: string[]): Promise<Set<string>> {
  const hashes = keys.map(hashOf)
  if (kind === 'photos') {
    const rows = await db.selectFrom('photos').select('hash').where('hash', 'in', hashes).execute()
    return new Set(rows.map(({ hash }) => photoKey(hash)))
  }
  const rows = await db
    .selectFrom('analyses')
    .select('heatmap_hash')
    .where('heatmap_hash', 'in', hashes)
    .union(db.selectFrom('analysis_photos').select('heatmap_hash').where('heatmap_hash', 'in', hashes))
    .execute()
  return new Set(rows.flatMap(({ heatmap_hash }) => (heatmap_hash ? [heatmapKey(heatmap_hash)] : [])))
}

/** `photos/ab/cdef….jpg` back to `abcdef…`. */
function hashOf(key: string): string {
  const [, first = '', rest = ''] = key.split('/')
  return first + rest.slice(0, rest.indexOf('.'))
}
