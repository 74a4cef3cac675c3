import type { admin, FlaggedContent } from '@kutu/contract/admin'
import type { z } from 'zod'
import { usernamesOf } from '../accounts/users.ts'
import { type Flagged, flaggedPosts, flaggedResponses } from '../community/flagged.ts'
import type { App } from '../context.ts'

type Asked = z.output<typeof admin.listFlagged.query>

/** What experts have flagged, with who did it and when, from the audit log. */
export async function listFlagged(app: App, { kind, ...page }: Asked) {
  const { count, flagged } = await (kind === 'post' ? flaggedPosts : flaggedResponses)(app, page)
  const acts = await flagsOf(app, kind, flagged)
  const people = [...flagged.map(({ author_id }) => author_id), ...[...acts.values()].map(({ actor_id }) => actor_id)]
  const names = await usernamesOf(app.db, [...new Set(people.filter(id => id !== null))])
  const named = (id: string) => ({ id, username: names.get(id) ?? '' })
  const results = flagged.map(({ author_id, ...each }): FlaggedContent => {
    const act = acts.get(each.id)
    return {
      ...each,
      kind,
      author: named(author_id),
      flagged_by: act?.actor_id ? named(act.actor_id) : null,
      flagged_at: act?.at.toISOString() ?? null,
    }
  })
  return { count, results }
}

/** The last flag on each of these. */
async function flagsOf(app: App, kind: Asked['kind'], flagged: readonly Flagged[]) {
  if (flagged.length === 0) return new Map<string, { actor_id: string | null; at: Date }>()
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['subject_id', 'actor_id', 'at'])
    .where(
      'subject_id',
      'in',
      flagged.map(({ id }) => id),
    )
    .where('action', '=', `${kind}.flagged`)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ subject_id, ...act }) => [subject_id, act]))
}
