import { hammingDistance } from '@kutu/vision/quality/perceptual-hash'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { cosineSimilarity, decodeFloat32 } from '../../../platform/float32-bytes.ts'

/**
 * Out of 64 bits. 99 % of re-encoded, resized or brightened real photos stay within it, and one in a million pairs of
 * different photos.
 */
const maxHammingDistance = 7
/**
 * Minimum cosine of the embeddings. It separates single leaf blades on white paper, whose perceptual hashes are alike.
 */
const minCosineSimilarity = 0.9

export type KnownImage = { id: string; uploader_id: string | null }

/** The features by which photos are compared. */
export type ImageSignature = { sourceHash: string; fingerprint: bigint; embedding: Float32Array }

/**
 * Returns the photo that shows the same leaf photo: identical bytes, or a near duplicate. Call it under
 * lockTrainingImages, so that of two concurrent near duplicates the second finds the first.
 */
export async function findDuplicate(
  app: App,
  tx: Tx,
  { sourceHash, fingerprint, embedding }: ImageSignature,
): Promise<KnownImage | undefined> {
  const exactMatch = await selectActiveImages(tx).where('source_hash', '=', sourceHash).executeTakeFirst()
  if (exactMatch) return exactMatch
  const candidates = await findSimilarHashes(app, tx, fingerprint)
  return candidates
    .map(({ id, uploader_id, fingerprint: other, embedding: bytes }) => ({
      id,
      uploader_id,
      distance: hammingDistance(fingerprint, BigInt(other)),
      // An embedding of another network cannot be compared, so the perceptual hash alone decides.
      similarity: bytes === null ? 1 : cosineSimilarity(embedding, decodeFloat32(bytes)),
    }))
    .filter(({ similarity }) => similarity >= minCosineSimilarity)
    .sort((a, b) => a.distance - b.distance || b.similarity - a.similarity)
    .map(({ id, uploader_id }) => ({ id, uploader_id }))[0]
}

const selectActiveImages = (tx: Tx) =>
  tx
    .selectFrom('training_images')
    .select(['training_images.id', 'training_images.uploader_id'])
    .where('state', 'in', ['waiting', 'accepted', 'refused'])

/**
 * Finds hashes within a Hamming distance of 7: of four 16-bit pieces at least one then differs in at most one bit, and
 * each piece has an index.
 */
async function findSimilarHashes(app: App, tx: Tx, fingerprint: bigint) {
  const [a = [], b = [], c = [], d = []] = [48n, 32n, 16n, 0n].map(shift => hammingNeighbors(fingerprint, shift))
  return selectActiveImages(tx)
    .leftJoin('training_embeddings', join =>
      join
        .onRef('training_embeddings.image_id', '=', 'training_images.id')
        .on('training_embeddings.network', '=', app.vision.card.version),
    )
    .select(['fingerprint', 'embedding'])
    .where(({ eb, or }) =>
      or([eb('piece_a', 'in', a), eb('piece_b', 'in', b), eb('piece_c', 'in', c), eb('piece_d', 'in', d)]),
    )
    .where(sql<boolean>`bit_count((fingerprint # ${String(fingerprint)}::bigint)::bit(64)) <= ${maxHammingDistance}`)
    .execute()
}

/** Returns a 16-bit piece and all pieces at Hamming distance one. */
function hammingNeighbors(fingerprint: bigint, shift: bigint): number[] {
  const piece = Number((fingerprint >> shift) & 0xffffn)
  return [piece, ...Array.from({ length: 16 }, (_, bit) => piece ^ (1 << bit))]
}
