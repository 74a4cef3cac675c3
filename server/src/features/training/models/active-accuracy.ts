import { proportion } from '@kutu/contract/training/training'
import { z } from 'zod'
import type { App } from '../../../context.ts'

const shippedMetrics = z.object({ test_field: z.object({ accuracy: proportion }) })

/** Of the version that answers now: how often it was right, on how many photos, and on which. */
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
  // One made from experts' images was measured on the photos that models are chosen by; the test sets are not its own.
  if (refit)
    return {
      version,
      accuracy: { share: refit.right / Math.max(1, refit.photos), photos: refit.photos, set: 'val' as const },
    }
  const shipped = shippedMetrics.safeParse(card.measured).data?.test_field.accuracy
  if (version !== card.version || !shipped) return { version, accuracy: null }
  return { version, accuracy: { share: shipped.share, photos: shipped.n, set: 'test_field' as const } }
}
