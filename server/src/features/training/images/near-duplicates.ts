import { hammingDistance } from '@kutu/vision/quality/perceptual-hash'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { decodeEmbedding } from './embeddings.ts'

/** Of 64 bits. Of real photos encoded anew, reduced or brightened 99 of 100 stay within it, of different ones one pair in a million. */
const maxHammingDistance = 7
/** The cosine of what the network makes of them: it tells apart single blades on white paper, which look alike from afar. */
const minCosineSimilarity = 0.9

export type KnownImage = { id: string; uploader_id: string | null }

/** What a new photo is compared by. */
export type ImageSignature = { sourceHash: string; fingerprint: bigint; embedding: Float32Array }

/**
 * The photo that counts for the same leaf photo: the same bytes, or looking the same. To be asked under lockTraining,
 * so that of two alike that arrive at once the second finds the first.
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
      // One that only another network knows is taken at its looks.
      similarity: bytes === null ? 1 : cosineSimilarity(embedding, decodeEmbedding(bytes)),
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

/** Of four pieces of 16 bits one differs in at most one bit when all differ in at most 7: each is found by its index. */
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

/** A piece of 16 bits, and all that differ from it in one. */
function hammingNeighbors(fingerprint: bigint, shift: bigint): number[] {
  const piece = Number((fingerprint >> shift) & 0xffffn)
  return [piece, ...Array.from({ length: 16 }, (_, bit) => piece ^ (1 << bit))]
}

function cosineSimilarity(one: Float32Array, other: Float32Array): number {
  let dot = 0
  let normSquared = 0
  let otherNormSquared = 0
  one.forEach((value, i) => {
    const otherValue = other[i] ?? 0
    dot += value * otherValue
    normSquared += value * value
    otherNormSquared += otherValue * otherValue
  })
  return dot / Math.max(1e-12, Math.sqrt(normSquared * otherNormSquared))
}
