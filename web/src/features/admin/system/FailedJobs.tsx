import type { SystemStatus } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { useRetryJob } from './queries.ts'

const msPerHour = 3_600_000

/** Lists the jobs that were given up, with their age and a button that runs them again. */
export function FailedJobs({ jobs }: { jobs: SystemStatus['failed_jobs'] }) {
  const { t, dateTime } = useTranslation()
  const retry = useRetryJob()
  const { run } = useAction(async ({ id, job }: SystemStatus['failed_jobs'][number]) => {
    await retry.mutateAsync(id)
    return t('system.retried', { job })
  })
  const formatAge = (failedAt: string) => {
    const hours = Math.max(0, Math.floor((Date.now() - Date.parse(failedAt)) / msPerHour))
    return hours < 48
      ? t('system.failed_hours', { count: hours })
      : t('system.failed_days', { count: Math.floor(hours / 24) })
  }
  return (
    <Card title={t('system.failed_jobs')}>
      {jobs.length === 0 ? (
        <p className="text-muted">{t('system.failed_none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {jobs.map(failed => (
            <li key={failed.id} className="flex flex-col gap-1 py-3">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="font-bold">{failed.job}</span>
                <time dateTime={failed.failed_at} title={dateTime(failed.failed_at)} className="text-muted">
                  {formatAge(failed.failed_at)}
                </time>
                <span className="text-muted">{t('system.mail_attempts', { count: failed.attempts })}</span>
                <Button
                  variant="secondary"
                  aria-label={t('system.retry_of', { job: failed.job })}
                  busy={retry.isPending && retry.variables === failed.id}
                  disabled={retry.isPending && retry.variables !== failed.id}
                  onClick={() => run(failed)}
                >
                  {t('system.retry')}
                </Button>
              </div>
              <p className="text-sm break-words">{failed.error}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
