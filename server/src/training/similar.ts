import { distanceOf } from '@kutu/vision/fingerprint'
import { sql } from 'kysely'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { floatsOf } from './embeddings.ts'

/** Of 64 bits. Of real photos encoded anew, reduced or brightened 99 of 100 stay within it, of different ones one pair in a million. */
const mostBits = 7
/** The cosine of what the network makes of them: it tells apart single blades on white paper, which look alike from afar. */
const leastAlike = 0.9

export type Seen = { id: string; uploader_id: string | null }

/** What a new photo is compared by. */
export type Looks = { sourceHash: string; fingerprint: bigint; embedding: Float32Array }

/**
 * The photo that counts for the same leaf photo: the same bytes, or looking the same. To be asked under lockTraining,
 * so that of two alike that arrive at once the second finds the first.
 */
export async function findSeen(
  app: App,
  tx: Tx,
  { sourceHash, fingerprint, embedding }: Looks,
): Promise<Seen | undefined> {
  const same = await counting(tx).where('source_hash', '=', sourceHash).executeTakeFirst()
  if (same) return same
  const candidates = await alikeFromAfar(app, tx, fingerprint)
  return candidates
    .map(({ id, uploader_id, fingerprint: other, embedding: bytes }) => ({
      id,
      uploader_id,
      distance: distanceOf(fingerprint, BigInt(other)),
      // One that only another network knows is taken at its looks.
      likeness: bytes === null ? 1 : cosine(embedding, floatsOf(bytes)),
    }))
    .filter(({ likeness }) => likeness >= leastAlike)
    .sort((a, b) => a.distance - b.distance || b.likeness - a.likeness)
    .map(({ id, uploader_id }) => ({ id, uploader_id }))[0]
}

const counting = (tx: Tx) =>
  tx
    .selectFrom('training_images')
    .select(['training_images.id', 'training_images.uploader_id'])
    .where('state', 'in', ['waiting', 'accepted', 'refused'])

/** Of four pieces of 16 bits one differs in at most one bit when all differ in at most 7: each is found by its index. */
async function alikeFromAfar(app: App, tx: Tx, fingerprint: bigint) {
  const [a = [], b = [], c = [], d = []] = [48n, 32n, 16n, 0n].map(shift => neighbours(fingerprint, shift))
  return counting(tx)
    .leftJoin('training_embeddings', join =>
      join
        .onRef('training_embeddings.image_id', '=', 'training_images.id')
        .on('training_embeddings.network', '=', app.vision.card.version),
    )
    .select(['fingerprint', 'embedding'])
    .where(({ eb, or }) =>
      or([eb('piece_a', 'in', a), eb('piece_b', 'in', b), eb('piece_c', 'in', c), eb('piece_d', 'in', d)]),
    )
    .where(sql<boolean>`bit_count((fingerprint # ${String(fingerprint)}::bigint)::bit(64)) <= ${mostBits}`)
    .execute()
}

/** A piece of 16 bits, and all that differ from it in one. */
function neighbours(fingerprint: bigint, shift: bigint): number[] {
  const piece = Number((fingerprint >> shift) & 0xffffn)
  return [piece, ...Array.from({ length: 16 }, (_, bit) => piece ^ (1 << bit))]
}

function cosine(one: Float32Array, other: Float32Array): number {
  let dot = 0
  let squares = 0
  let otherSquares = 0
  one.forEach((value, i) => {
    const beside = other[i] ?? 0
    dot += value * beside
    squares += value * value
    otherSquares += beside * beside
  })
  return dot / Math.max(1e-12, Math.sqrt(squares * otherSquares))
}
