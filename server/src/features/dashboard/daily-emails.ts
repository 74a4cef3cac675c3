import type { WaitingWork } from '@kutu/contract/dashboard'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/transaction.ts'
import { enqueueEmail } from '../../platform/email/enqueue-email.ts'
import { selectBookableExperts } from '../accounts/experts/bookable-experts.ts'
import { getEmailRecipients } from '../accounts/users/users.ts'
import { loadKindChoices } from '../notifications/settings/notification-choices.ts'
import { countWaitingWork } from './waiting-work.ts'

const batchSize = 50
/** Hours of the expert's day in which the email is sent: from the first to before the second. */
const firstHour = 6
const endHour = 12

/**
 * Job, every ten minutes: writes to each approved expert once in the morning where they live, if something waits and they
 * did not switch the email off.
 */
export async function sendDailyEmails(app: App): Promise<void> {
  while ((await withTransaction(app, tx => sendBatch(app, tx))) === batchSize);
}

async function sendBatch(app: App, tx: Tx): Promise<number> {
  const expertIds = await claimExperts(app, tx)
  const isEnabled = await loadKindChoices(tx, expertIds, 'mail')
  const recipients = await getEmailRecipients(
    tx,
    expertIds.filter(id => isEnabled(id, 'daily_email')),
  )
  for (const { id, email, username, language } of recipients) {
    const work = await countWaitingWork(tx, app, { id })
    if (isNothing(work)) continue
    await enqueueEmail(tx, {
      to: email,
      language,
      template: 'waiting_work',
      values: {
        username,
        ...work,
        count: Object.values(work).reduce((sum, each) => sum + each, 0),
        link: new URL('/dashboard', app.config.appUrl).href,
        settings: new URL('/account/notifications', app.config.appUrl).href,
      },
    })
  }
  return expertIds.length
}

const isNothing = (work: WaitingWork): boolean => Object.values(work).every(count => count === 0)

/**
 * Claims experts whose email of today is not decided yet. The claim commits together with the email, so a crash neither
 * loses nor repeats one, and jobs that run at the same time claim different experts.
 */
async function claimExperts(app: App, tx: Tx): Promise<string[]> {
  const localTime = sql`(${app.clock.now()}::timestamptz at time zone coalesce(u.time_zone, ${app.config.timeZone}))`
  const { rows } = await sql<{ expert_id: string }>`
    insert into daily_emails as l (expert_id, day)
    select u.id, ${localTime}::date
    from users u left join daily_emails last on last.expert_id = u.id
    where u.id in (${selectBookableExperts(tx)})
      and extract(hour from ${localTime}) between ${sql.lit(firstHour)} and ${sql.lit(endHour - 1)}
      and (last.day is null or last.day < ${localTime}::date)
    order by u.id limit ${sql.lit(batchSize)}
    on conflict (expert_id) do update set day = excluded.day where l.day < excluded.day
    returning l.expert_id`.execute(tx)
  return rows.map(({ expert_id }) => expert_id)
}
