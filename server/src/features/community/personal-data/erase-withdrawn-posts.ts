import type { Tx } from '../../../platform/db/database.ts'

/** In place of words that were taken back: a post is never without any. */
const erasedText = '–'

/**
 * Posts and comments stay on the board; what their farmer had withdrawn, or uploaded for a post that never came, goes.
 * Answers the hashes of the photos it showed.
 */
export async function eraseWithdrawnPosts(tx: Tx, userId: string): Promise<string[]> {
  const withdrawn = tx.selectFrom('posts').where('farmer_id', '=', userId).where('status', '=', 'withdrawn')
  const shown = await withdrawn.select('photo_hash').where('photo_hash', 'is not', null).execute()
  await tx
    .updateTable('posts')
    .set({ title: erasedText, content: erasedText, photo_hash: null, analysis_id: null, fingerprint: Buffer.alloc(0) })
    .where('farmer_id', '=', userId)
    .where('status', '=', 'withdrawn')
    .execute()
  const uploaded = await tx.deleteFrom('post_photos').where('farmer_id', '=', userId).returning('photo_hash').execute()
  return [...shown, ...uploaded].flatMap(({ photo_hash }) => photo_hash ?? [])
}

/** The analyses that a farmer's posts show. */
export async function listPostedAnalyses(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('posts')
    .select('analysis_id')
    .where('farmer_id', '=', userId)
    .where('analysis_id', 'is not', null)
    .execute()
  return rows.flatMap(({ analysis_id }) => analysis_id ?? [])
}
