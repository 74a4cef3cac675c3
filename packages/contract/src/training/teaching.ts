import { z } from 'zod'
import { id, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** A pause of teaching: since when, and the administrator who began it. No training session starts until it ends. */
export const teachingPause = z.object({ at: instant, by: z.object({ id, username: z.string() }) })

const teachingState = z.object({ paused: teachingPause.nullable() })

/** Endpoints of an administrator about who teaches the model, and when. */
export const teaching = {
  setTeaching: endpoint({
    method: 'PUT',
    path: '/analysis/teaching/',
    access: 'admin',
    summary: 'Pause teaching, so that no training session starts, or resume it; idempotent',
    body: z.object({ is_paused: z.boolean() }),
    status: 200,
    reply: teachingState,
  }),
}
