import type { ExpertApplication } from '@kutu/contract/accounts'
import type { Approval, ApprovalMove } from '@kutu/contract/approval'
import type { Page } from '@kutu/contract/common'
import type { Kysely } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import { offsetOf } from '../http/paging.ts'
import { sendLetter } from '../mail/letters.ts'
import { approvalAfter } from './policy.ts'
import { presentExpertProfile } from './present-user.ts'

/** Experts by approval, the longest waiting first; every word of the search must occur. */
export async function listExperts(
  app: App,
  { approval, search, ...page }: Page & { approval: Approval; search?: string | undefined },
): Promise<{ count: number; experts: ExpertApplication[] }> {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const matching = words.reduce(
    (query, word) => query.where('e.search_text', 'like', `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`),
    experts(app.db).where('u.approval', '=', approval),
  )
  const { count } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .orderBy('u.created_at')
    .orderBy('u.id')
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  return { count: Number(count), experts: rows.map(presentApplication) }
}

const experts = (db: Kysely<Database>) =>
  db
    .selectFrom('users as u')
    .innerJoin('expert_profiles as e', 'e.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.username', 'u.phone_number', 'u.approval', 'u.language', 'u.created_at'])
    .select(['u.activated_at', 'u.deactivated_at'])
    .select(['e.areas_of_expertise', 'e.certifications', 'e.bio', 'e.experience_years', 'e.institution'])
    .select(['e.languages_spoken', 'e.social_links'])

type ExpertRow = Awaited<ReturnType<ReturnType<typeof experts>['execute']>>[number]

const presentApplication = (row: ExpertRow): ExpertApplication => ({
  id: row.id,
  email: row.email,
  username: row.username,
  phone_number: row.phone_number ?? '',
  approval: row.approval ?? 'waiting',
  is_active: row.activated_at !== null && row.deactivated_at === null,
  created_at: row.created_at.toISOString(),
  profile: presentExpertProfile(row),
})

export type Decision = { actor: string | null; move: ApprovalMove; reason?: string | undefined }

/**
 * Approves or declines an expert and writes to them.
 * @throws not_found, already_decided (also when another admin was faster)
 */
export function decideExpert(app: App, id: string, decision: Decision): Promise<ExpertApplication> {
  return write(app, async tx => {
    const expert = await experts(tx).where('u.id', '=', id).executeTakeFirst()
    if (!expert?.approval) throw refuse('not_found')
    const next = approvalAfter(expert.approval, decision.move)
    if (!next || !(await moveApproval(tx, id, expert.approval, next))) throw refuse('already_decided')
    const { actor, reason } = decision
    await audit(app, tx, {
      actor,
      action: `expert.${next}`,
      subject: { type: 'user', id },
      before: { approval: expert.approval },
      after: { approval: next, ...(reason === undefined ? {} : { reason }) },
    })
    await sendLetter(tx, {
      to: expert.email,
      language: expert.language,
      letter: next === 'approved' ? 'expert_approved' : 'expert_declined',
      values: {
        username: expert.username,
        hasReason: reason ? 'yes' : 'no',
        reason: reason ?? '',
        link: new URL('/auth', app.config.publicUrl).href,
      },
    })
    return presentApplication({ ...expert, approval: next })
  })
}

/** Compare and swap: false when somebody else decided in between. */
async function moveApproval(tx: Tx, id: string, from: Approval, to: Approval): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ approval: to })
    .where('id', '=', id)
    .where('approval', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** For the terminal. @throws not_found, already_decided */
export async function approveExpert(app: App, email: string): Promise<ExpertApplication> {
  const user = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  if (!user) throw refuse('not_found')
  return decideExpert(app, user.id, { actor: null, move: 'approve' })
}
