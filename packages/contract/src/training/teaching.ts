import { z } from 'zod'
import { count, id, instant, pageQuery, paginated, person } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { agreements, voteWeight } from './agreement.ts'
import { versionParams } from './model-versions.ts'

/** A pause of teaching: since when, and the administrator who began it. No training session starts until it ends. */
export const teachingPause = z.object({ at: instant, by: person })

const teachingState = z.object({ paused: teachingPause.nullable() })

/** An expert who labels photos for the model. */
export const teacher = z.object({
  id,
  username: z.string(),
  /** Institution, as the expert wrote it; empty if unknown. */
  place: z.string(),
  images: z.object({ accepted: count, waiting: count, refused: count }),
  /** Labels given so far, with those of own photos and of control photos. */
  labels: count,
  agreements,
  weight: voteWeight,
  /** Since when the expert's photos and labels do not count, and which administrator withdrew them. */
  withdrawn: z.object({ at: instant, by: person }).nullable(),
})
export type Teacher = z.infer<typeof teacher>

/** Somebody whose photos a version learned from or was checked with. */
export const versionTeacher = z.object({
  id,
  username: z.string(),
  place: z.string(),
  images: count,
  /** True if an administrator withdrew these photos after the version was made. */
  is_withdrawn: z.boolean(),
})
export type VersionTeacher = z.infer<typeof versionTeacher>

/** Endpoints of an administrator about who teaches the model, and when. */
export const teaching = {
  setTeaching: endpoint({
    method: 'PUT',
    path: '/analysis/teaching/',
    access: 'admin',
    summary: 'Pause teaching, so that no training session starts, or resume it; idempotent',
    body: z.object({ is_paused: z.boolean() }),
    reply: teachingState,
  }),
  listTeachers: endpoint({
    method: 'GET',
    path: '/analysis/teachers/',
    access: 'admin',
    summary: 'List the experts who label photos for the model, those with most labels first',
    query: pageQuery,
    reply: paginated(teacher),
  }),
  changeTeacher: endpoint({
    method: 'PUT',
    path: '/analysis/teachers/{id}/',
    access: 'admin',
    summary:
      'Withdraw the photos and labels of an expert, or use them again; a job decides the photos anew and teaches the active version again without them; idempotent',
    body: z.object({ is_withdrawn: z.boolean() }),
    reply: teacher,
  }),
  listVersionTeachers: endpoint({
    method: 'GET',
    path: '/analysis/models/{version}/teachers/',
    access: 'admin',
    summary: 'List whose photos a version learned from, most photos first; empty for a shipped version',
    params: versionParams,
    query: pageQuery,
    reply: paginated(versionTeacher),
  }),
}
