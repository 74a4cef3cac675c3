import type { SystemStatus as Status } from '@kutu/contract/admin'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { apiQuery } from '../../../api/api-query.ts'
import { useChange } from '../../../api/use-change.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { Fold } from '../../../ui/layout/Accordion.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { useBackupFormatter } from './use-backup-formatter.ts'

export const systemQuery = () => apiQuery(['system'], 'GET /api/admin/system/')

/** Shows the server's versions, jobs, disk, backups and certificate, and the jobs that failed. */
export function SystemStatus() {
  const { t, dateTime } = useTranslation()
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('menu.system')} />
      <Loaded query={useQuery(systemQuery())} skeleton={<SkeletonList count={3} className="h-40 w-full" />}>
        {state => (
          <>
            {state.clear_text.last_at && (
              <Notice kind="warning" title={`${t('system.clear_text')}: ${dateTime(state.clear_text.last_at)}`}>
                {t('system.clear_text_help')}
              </Notice>
            )}
            <SystemMetrics state={state} />
            <FailedJobs state={state} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function SystemMetrics({ state: { versions, jobs, sms, disk, backups, certificate } }: { state: Status }) {
  const { t, number, dateTime } = useTranslation()
  const formatSize = useDiskSizeFormatter()
  const formatBackup = useBackupFormatter()
  const usedSpace = formatSize(disk.used_bytes)
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <MetricCard
        title={t('system.versions')}
        entries={[
          ['Kutu', versions.product],
          [t('system.model'), versions.model],
          [t('system.migration'), versions.migration],
          ['PostgreSQL', versions.database],
          ['Node.js', versions.node],
        ]}
      />
      <MetricCard
        title={t('system.jobs')}
        entries={[
          [t('system.jobs_waiting'), number(jobs.waiting)],
          [t('system.jobs_failed'), number(jobs.failed)],
          [t('system.jobs_oldest'), jobs.oldest_due_at ? dateTime(jobs.oldest_due_at) : t('system.jobs_none_due')],
          [t('system.sms_unknown'), sms.unknown || null],
        ]}
      />
      <MetricCard
        title={t('system.disk')}
        entries={[
          [t('system.disk_used'), disk.is_at_least ? t('system.disk_at_least', { size: usedSpace }) : usedSpace],
          [t('system.disk_free'), formatSize(disk.free_bytes)],
          [t('system.disk_database'), formatSize(disk.database_bytes)],
          [t('system.backup'), formatBackup(backups)],
        ]}
      />
      <MetricCard
        title={t('system.certificate')}
        entries={[
          [t('field.state'), t(`system.certificate_${certificate.state}`)],
          [t('system.certificate_days'), certificate.days_left],
          [t('system.certificate_until'), certificate.valid_until && dateTime(certificate.valid_until)],
          [t('system.certificate_problem'), certificate.problem],
        ]}
      />
    </div>
  )
}

/** Lists what is known: entries whose value is null are left out. */
function MetricCard({
  title,
  entries,
}: {
  title: string
  entries: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <Card title={title}>
      <dl className="flex flex-col gap-2">
        {entries
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{name}</dt>
              <dd className="max-w-full min-w-0 font-bold break-words">{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}

const bytesPerGigabyte = 1024 ** 3

/** Formats sizes of a gigabyte and more in gigabytes, smaller ones in the usual units. */
function useDiskSizeFormatter() {
  const { number, bytes } = useTranslation()
  return (size: number) =>
    size < bytesPerGigabyte ? bytes(size) : `${number(Math.round((size / bytesPerGigabyte) * 10) / 10)} GB`
}

type FailedJob = { id?: string; job: string; at: string; attempts: number; error: string }

/** Lists the jobs that were given up, with a button that runs them again, and messages whose next attempt will follow. */
function FailedJobs({ state: { failed_jobs, mail, sms, weather } }: { state: Status }) {
  const { t, dateTime } = useTranslation()
  const retry = useChange((id: string) => callApi('POST /api/admin/system/jobs/{id}/retry/', { params: { id } }), {
    queryKey: ['system'],
  })
  const { run } = useAction(async (id: string, job: string) => {
    await retry.mutateAsync(id)
    return t('system.retried', { job })
  })
  const jobs: FailedJob[] = [
    ...failed_jobs.map(({ failed_at: at, ...failed }) => ({ ...failed, at })),
    ...[mail, sms, weather].flatMap(({ failures }) => failures.filter(({ is_given_up }) => !is_given_up)),
  ]
  return (
    <Card title={t('system.failed_jobs')}>
      {jobs.length === 0 && <p className="text-muted">{t('system.failed_none')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {jobs.map(({ id, job, at, attempts, error }) => (
          <li key={id ?? `${job} ${at}`} className="flex flex-col gap-1 py-3">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-bold">{job}</span>
              <time dateTime={at} className="text-muted">
                {dateTime(at)}
              </time>
              <span className="text-muted">{t('system.attempts', { count: attempts })}</span>
              {id === undefined ? (
                <span>{t('system.tried_again')}</span>
              ) : (
                <Button
                  variant="secondary"
                  aria-label={t('system.retry_of', { job })}
                  busy={retry.isPending && retry.variables === id}
                  disabled={retry.isPending && retry.variables !== id}
                  onClick={() => run(id, job)}
                >
                  {t('system.retry')}
                </Button>
              )}
            </div>
            <Fold title={t('system.diagnostics')}>
              <p className="text-sm break-words">{error}</p>
            </Fold>
          </li>
        ))}
      </ul>
    </Card>
  )
}
