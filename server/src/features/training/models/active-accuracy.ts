import { proportion } from '@kutu/contract/training/training'
import { z } from 'zod'
import type { App } from '../../../context.ts'

const shippedMetrics = z.object({ test_field: z.object({ accuracy: proportion }) })

/** Returns the accuracy of the active version with the number of photos and the set it was measured on. */
export async function getActiveModelAccuracy(app: App) {
  const { card } = app.vision
  const active = await app.db
    .selectFrom('model_heads')
    .leftJoin('training_sessions', 'training_sessions.id', 'model_heads.session_id')
    .select(['model_heads.version', 'training_sessions.figures'])
    .where('model_heads.network', '=', card.version)
    .where('model_heads.is_active', '=', true)
    .executeTakeFirst()
  const version = active?.version ?? card.version
  const refit = active?.figures?.validation.after
  // A refitted version is measured on the validation photos used for model selection; the test sets belong to the
  // shipped version.
  if (refit)
    return {
      version,
      accuracy: { share: refit.right / Math.max(1, refit.photos), photos: refit.photos, set: 'val' as const },
    }
  const shipped = shippedMetrics.safeParse(card.measured).data?.test_field.accuracy
  if (version !== card.version || !shipped) return { version, accuracy: null }
  return { version, accuracy: { share: shipped.share, photos: shipped.n, set: 'test_field' as const } }
}
