import { type detection, maxLastLeaves } from '@kutu/contract/detection'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { photoKey } from '../photos/photos.ts'

type LastLeaves = z.infer<typeof detection.listLastLeaves.reply>
type LeafRow = Omit<LastLeaves['results'][number], 'image' | 'uploaded_at'> & { hash: string; uploaded_at: Date }

/**
 * Returns the last leaves of a farmer who lets photos be shown and who asks experts: with a post that waits or
 * that the caller has answered, or a booking of the caller. None that the caller may still be asked to label, because experts label without seeing the answer.
 */
export async function listLastLeaves(
  db: Db,
  app: App,
  caller: Pick<Caller, 'id'>,
  farmerId: string,
  url: URL,
): Promise<LastLeaves> {
  // Indexes analyses_history, posts_of_farmer and bookings_of_farmer_by_status.
  const { rows } = await sql<LeafRow>`
    select a.id, a.uploaded_at, a.rust_class, a.disease, a.crop_type, a.band, p.hash
    from analyses a join photos p on p.id = a.photo_id
    where a.farmer_id = ${farmerId}
      and exists (select from photo_consents c where c.user_id = a.farmer_id)
      and (exists (select from posts o where o.farmer_id = ${farmerId} and (o.status = 'pending' or (o.status = 'approved'
          and exists (select from responses r where r.post_id = o.id and r.author_id = ${caller.id}))))
        or exists (select from bookings
          where farmer_id = ${farmerId} and expert_id = ${caller.id} and status in ('pending', 'approved')))
      and not ${isToBeLabeledBy(caller.id)}
    order by a.uploaded_at desc, a.id desc limit ${maxLastLeaves}`.execute(db)
  return {
    results: rows.map(({ hash, uploaded_at, ...leaf }) => ({
      ...leaf,
      uploaded_at: uploaded_at.toISOString(),
      image: app.files.signedUrl(photoKey(hash), url.origin),
    })),
  }
}

/**
 * The condition that an expert may still label a photo for the training, and so must not see its answer. It is of the analysis `a` and
 * its photo `p` in the statement around it.
 */
export const isToBeLabeledBy = (expertId: string) => sql<boolean>`exists (select from training_images i
  where (i.analysis_id = a.id or i.photo_hash = p.hash) and (i.state = 'waiting' or i.is_control)
    and not exists (select from training_votes v where v.image_id = i.id and v.expert_id = ${expertId}))`
