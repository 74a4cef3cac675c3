import type { SystemStatus } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Card } from '../../../ui/layout/Card.tsx'

/** Lists failed emails with the last attempt, the number of attempts and the mail server's error. */
export function EmailFailures({ mail }: { mail: SystemStatus['mail'] }) {
  const { t, dateTime } = useTranslation()
  return (
    <Card title={t('system.mail')}>
      <p className={mail.failed === 0 ? 'text-muted' : undefined}>{t('system.mail_failed', { count: mail.failed })}</p>
      {mail.failures.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {mail.failures.map(({ job, at, attempts, is_given_up, error }) => (
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
