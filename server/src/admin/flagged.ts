import type { admin, FlaggedContent } from '@kutu/contract/admin'
import type { z } from 'zod'
import { usernamesOf } from '../accounts/users.ts'
import { ruleOnPost, ruleOnResponse } from '../community/flag-rulings.ts'
import { type Flagged, flaggedPosts, flaggedResponses } from '../community/flagged.ts'
import type { App } from '../context.ts'
import type { Caller } from '../http/session.ts'

type Asked = z.output<typeof admin.listFlagged.query>
type Ruling = z.output<typeof admin.ruleOnFlag.body>

/** Hides what an expert flagged, dismisses the flag, or takes either back. */
export async function ruleOnFlag(app: App, caller: Caller, id: string, { kind, ...ruling }: Ruling) {
  const status = await (kind === 'post' ? ruleOnPost : ruleOnResponse)(app, caller, id, ruling)
  return { id, kind, status }
}

/** What experts have flagged or admins hidden, with who did it and when, from the audit log. */
export async function listFlagged(app: App, { kind, ...asked }: Asked) {
  const { count, flagged } = await (kind === 'post' ? flaggedPosts : flaggedResponses)(app, asked)
  const flags = await lastActs(app, `${kind}.flagged`, flagged)
  const hidings = asked.status === 'hidden' ? await lastActs(app, `${kind}.hidden`, flagged) : new Map<string, Act>()
  const actors = [...flags.values(), ...hidings.values()].map(({ actor_id }) => actor_id)
  const people = [...flagged.map(({ author_id }) => author_id), ...actors]
  const names = await usernamesOf(app.db, [...new Set(people.filter(id => id !== null))])
  const named = (id: string | null | undefined) => (id ? { id, username: names.get(id) ?? '' } : null)
  const results = flagged.map(({ author_id, hidden_reason, ruled_at, ...each }): FlaggedContent => {
    const flag = flags.get(each.id)
    return {
      ...each,
      kind,
      author: { id: author_id, username: names.get(author_id) ?? '' },
      flagged_by: named(flag?.actor_id),
      flagged_at: flag?.at.toISOString() ?? null,
      hidden:
        hidden_reason === null || ruled_at === null
          ? null
          : { by: named(hidings.get(each.id)?.actor_id), at: ruled_at.toISOString(), reason: hidden_reason },
    }
  })
  return { count, results }
}

type Act = { actor_id: string | null; at: Date }

/** Who did this to each of them last, and when. */
async function lastActs(app: App, action: string, flagged: readonly Flagged[]): Promise<Map<string, Act>> {
  if (flagged.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['subject_id', 'actor_id', 'at'])
    .where(
      'subject_id',
      'in',
      flagged.map(({ id }) => id),
    )
    .where('action', '=', action)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ subject_id, ...act }) => [subject_id, act]))
}
