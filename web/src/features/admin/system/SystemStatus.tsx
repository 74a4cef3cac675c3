import type { SystemStatus as Status } from '@kutu/contract/admin'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Accordion } from '../../../ui/layout/Accordion.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { formatDiagnostics } from './diagnostics.ts'
import { FailedJobs } from './FailedJobs.tsx'
import { MessageFailures } from './MessageFailures.tsx'
import { useSystemStatus } from './queries.ts'
import { SlowStatements } from './SlowStatements.tsx'
import { useBackupFormatter } from './use-backup-formatter.ts'

/** Shows the server's versions, jobs, disk, backups, certificate, failed messages and slow statements. */
export function SystemStatus() {
  const { t } = useTranslation()
  const state = useSystemStatus()
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('menu.system')} lead={t('system.lead')} />
      {state.isPending && <SkeletonList count={3} className="h-40 w-full" />}
      {state.isError && <LoadError error={state.error} busy={state.isFetching} onRetry={() => state.refetch()} />}
      {state.data && (
        <>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" busy={state.isFetching} onClick={() => state.refetch()}>
              {t('system.look_again')}
            </Button>
            <CopyDiagnosticsButton status={state.data} />
          </div>
          {state.data.clear_text.last_at && <ClearTextWarning at={state.data.clear_text.last_at} />}
          <SystemMetrics state={state.data} />
          <FailedJobs jobs={state.data.failed_jobs} />
          <MessageFailures
            title={t('system.mail')}
            summary={t('system.mail_failed', { count: state.data.mail.failed })}
            messages={state.data.mail}
          />
          <MessageFailures
            title={t('system.sms')}
            summary={
              state.data.sms.is_configured || state.data.sms.failed > 0 || state.data.sms.unknown > 0
                ? [
                    t('system.sms_failed', { count: state.data.sms.failed }),
                    state.data.sms.unknown > 0 && t('system.sms_unknown', { count: state.data.sms.unknown }),
                  ]
                    .filter(Boolean)
                    .join(' ')
                : t('system.sms_off')
            }
            messages={state.data.sms}
          />
          <MessageFailures
            title={t('system.weather')}
            summary={
              state.data.weather.is_configured || state.data.weather.failed > 0
                ? t('system.weather_failed', { count: state.data.weather.failed })
                : t('system.weather_off')
            }
            messages={state.data.weather}
          />
          <Accordion
            items={[
              {
                id: 'diagnostics',
                title: t('system.diagnostics'),
                content: <SlowStatements {...state.data.slow_statements} />,
              },
            ]}
          />
        </>
      )}
    </div>
  )
}

function ClearTextWarning({ at }: { at: string }) {
  const { t, dateTime } = useTranslation()
  return (
    <Card title={t('system.clear_text')}>
      <p>{t('system.clear_text_last', { at: dateTime(at) })}</p>
      <p className="text-muted">{t('system.clear_text_help')}</p>
    </Card>
  )
}

/** Copies the state of the server without personal data, for a support request. */
function CopyDiagnosticsButton({ status }: { status: Status }) {
  const { t } = useTranslation()
  const messages = { copied: t('system.copied'), failed: t('system.copy_failed') }
  return (
    <Button variant="secondary" onClick={() => copyText(formatDiagnostics(status, new Date()), messages)}>
      {t('system.copy')}
    </Button>
  )
}

function SystemMetrics({ state: { versions, jobs, disk, backups, certificate } }: { state: Status }) {
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
          ...(certificate.days_left === null
            ? []
            : [[t('system.certificate_days'), number(certificate.days_left)] as const]),
          ...(certificate.valid_until
            ? [[t('system.certificate_until'), dateTime(certificate.valid_until)] as const]
            : []),
          ...(certificate.problem ? [[t('system.certificate_problem'), certificate.problem] as const] : []),
        ]}
      />
    </div>
  )
}

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
        {entries.map(([name, value]) => (
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
