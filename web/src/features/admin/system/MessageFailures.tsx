import type { SystemStatus } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Card } from '../../../ui/layout/Card.tsx'

type Props = {
  title: string
  /** States how many messages failed. */
  summary: string
  messages: SystemStatus['mail']
}

/** Lists failed jobs of one kind with the last attempt, the number of attempts and the error of the other server. */
export function MessageFailures({ title, summary, messages }: Props) {
  const { t, dateTime } = useTranslation()
  return (
    <Card title={title}>
      <p className={messages.failed === 0 ? 'text-muted' : undefined}>{summary}</p>
      {messages.failures.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {messages.failures.map(({ job, at, attempts, is_given_up, error }) => (
            <li key={`${job} ${at}`} className="flex flex-col gap-1 py-3">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="font-bold">{job}</span>
                <time dateTime={at} className="text-muted">
                  {dateTime(at)}
                </time>
                <span className="text-muted">{t('system.mail_attempts', { count: attempts })}</span>
                {is_given_up && <Badge tone="rust">{t('system.mail_given_up')}</Badge>}
              </div>
              <p className="text-sm break-words">{error}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
