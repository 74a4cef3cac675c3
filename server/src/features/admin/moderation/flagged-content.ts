import type { admin, FlaggedContent } from '@kutu/contract/admin'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { getUsernames } from '../../accounts/users/users.ts'
import { decidePostFlag, decideResponseFlag } from '../../community/moderation/flag-decisions.ts'
import { type FlaggedItem, listFlaggedPosts, listFlaggedResponses } from '../../community/moderation/flagged-content.ts'

type FlaggedContentQuery = z.output<typeof admin.listFlagged.query>
type FlagDecision = z.output<typeof admin.decideFlag.body>

/** Hides flagged content, dismisses the flag, or undoes one of these decisions. */
export async function decideFlag(app: App, caller: Caller, id: string, { kind, ...decision }: FlagDecision) {
  const status = await (kind === 'post' ? decidePostFlag : decideResponseFlag)(app, caller, id, decision)
  return { id, kind, status }
}

/** Returns one page of flagged or hidden content. Who flagged or hid it, and when, comes from the audit log. */
export async function listFlaggedContent(app: App, { kind, ...query }: FlaggedContentQuery) {
  const { count, flagged } = await (kind === 'post' ? listFlaggedPosts : listFlaggedResponses)(app, query)
  const flags = await findLatestAuditEntries(app, `${kind}.flagged`, flagged)
  const hides =
    query.status === 'hidden'
      ? await findLatestAuditEntries(app, `${kind}.hidden`, flagged)
      : new Map<string, FlagAuditEntry>()
  const actors = [...flags.values(), ...hides.values()].map(({ actor_id }) => actor_id)
  const people = [...flagged.map(({ author_id }) => author_id), ...actors]
  const names = await getUsernames(app.db, [...new Set(people.filter(id => id !== null))])
  const presentPerson = (id: string | null | undefined) => (id ? { id, username: names.get(id) ?? '' } : null)
  const results = flagged.map(({ author_id, hidden_reason, decided_at, ...each }): FlaggedContent => {
    const flag = flags.get(each.id)
    return {
      ...each,
      kind,
      author: { id: author_id, username: names.get(author_id) ?? '' },
      flagged_by: presentPerson(flag?.actor_id),
      flagged_at: flag?.at.toISOString() ?? null,
      hidden:
        hidden_reason === null || decided_at === null
          ? null
          : { by: presentPerson(hides.get(each.id)?.actor_id), at: decided_at.toISOString(), reason: hidden_reason },
    }
  })
  return { count, results }
}

type FlagAuditEntry = { actor_id: string | null; at: Date }

/** Returns the latest audit entry with this action for each item. */
async function findLatestAuditEntries(
  app: App,
  action: string,
  flagged: readonly FlaggedItem[],
): Promise<Map<string, FlagAuditEntry>> {
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
