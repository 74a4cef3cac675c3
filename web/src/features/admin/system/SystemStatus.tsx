import type { SystemStatus as Status } from '@kutu/contract/admin'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Accordion } from '../../../ui/layout/Accordion.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { formatDiagnostics } from './diagnostics.ts'
import { FailedJobs } from './FailedJobs.tsx'
import { useSystemStatus } from './queries.ts'
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

/** Lists the statements of the database that took most time. */
function SlowStatements({ source, statements }: Status['slow_statements']) {
  const { t, number } = useTranslation()
  const formatMs = (ms: number) => t('system.slow_ms', { ms: number(ms) })
  return (
    <section aria-labelledby="slow-statements">
      <h2 id="slow-statements" className="text-base">
        {t('system.slow')}
      </h2>
      <p className="text-muted">
        {statements.length === 0
          ? t('system.slow_none')
          : t(source === 'process' ? 'system.slow_process' : 'system.slow_database')}
      </p>
      {statements.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {statements.map(({ statement, caller, calls, mean_ms, max_ms }) => (
            <li key={`${caller} ${statement}`} className="flex flex-col gap-1 py-3">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                {caller && <span className="font-bold break-all">{caller}</span>}
                <span>{t('system.slow_calls', { count: calls })}</span>
                <span>{t('system.slow_mean', { time: formatMs(mean_ms) })}</span>
                <span className="text-muted">{t('system.slow_max', { time: formatMs(max_ms) })}</span>
              </div>
              <code className="text-sm break-words">{statement}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Lists failed jobs of one kind with the last attempt, the number of attempts and the error of the other server. */
function MessageFailures({
  title,
  summary,
  messages,
}: {
  title: string
  /** States how many messages failed. */
  summary: string
  messages: Status['mail']
}) {
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
