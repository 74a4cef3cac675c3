import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { encodeFloat32 } from '../../../platform/float32-bytes.ts'

/** Saves a photo's embedding under the current network. */
export async function saveEmbedding(app: App, tx: Tx, imageId: string, embedding: Float32Array): Promise<void> {
  await insertInto(tx, 'training_embeddings', {
    image_id: imageId,
    network: app.vision.card.version,
    embedding: encodeFloat32(embedding),
  })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
