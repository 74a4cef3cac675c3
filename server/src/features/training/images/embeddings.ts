import type { App } from '../../../context.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** Encodes an embedding as little-endian float32, the format of the phone and of head.bin. */
function encodeEmbedding(embedding: Float32Array): Buffer {
  const bytes = Buffer.alloc(embedding.length * 4)
  embedding.forEach((value, i) => {
    bytes.writeFloatLE(value, i * 4)
  })
  return bytes
}

export function decodeEmbedding(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4))
}

/** Saves a photo's embedding under the current network. */
export async function saveEmbedding(app: App, tx: Tx, imageId: string, embedding: Float32Array): Promise<void> {
  await tx
    .insertInto('training_embeddings')
    .values({
      image_id: imageId,
      network: app.vision.card.version,
      embedding: encodeEmbedding(embedding),
    } satisfies CompleteInsert<'training_embeddings'>)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
