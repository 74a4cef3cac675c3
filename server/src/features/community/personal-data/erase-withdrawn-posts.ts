import type { Tx } from '../../../platform/db/database.ts'

/** Replaces erased text, because posts must not be empty. */
const erasedText = '–'

/**
 * Erases what no other user sees: the content of withdrawn posts, photo uploads that were never used, saved replies, and
 * earlier texts of answers. Posts and comments on the board stay.
 * @returns the hashes of the photos that were referenced
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
  const responses = tx.selectFrom('responses').select('id').where('author_id', '=', userId)
  await tx.deleteFrom('response_versions').where('response_id', 'in', responses).execute()
  await tx.deleteFrom('saved_replies').where('author_id', '=', userId).execute()
  const uploaded = await tx.deleteFrom('post_photos').where('farmer_id', '=', userId).returning('photo_hash').execute()
  return [...shown, ...uploaded].flatMap(({ photo_hash }) => photo_hash ?? [])
}

/** Returns the ids of the analyses that a farmer's posts refer to. */
export async function listPostedAnalyses(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('posts')
    .select('analysis_id')
    .where('farmer_id', '=', userId)
    .where('analysis_id', 'is not', null)
    .execute()
  return rows.flatMap(({ analysis_id }) => analysis_id ?? [])
}
