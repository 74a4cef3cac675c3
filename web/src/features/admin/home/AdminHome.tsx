import type { SystemStatus } from '@kutu/contract/admin'
import { useQueries, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import {
  DatabaseBackup,
  Flag,
  HardDrive,
  Lock,
  type LucideIcon,
  MailX,
  MessageSquare,
  TriangleAlert,
  UserCheck,
  Wrench,
} from 'lucide-react'
import { Link } from 'wouter'
import { apiQuery } from '../../../api/api-query.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { systemQuery } from '../system/SystemStatus.tsx'
import { isBackupAtRisk, useBackupFormatter } from '../system/use-backup-formatter.ts'

/** Less free space than this needs attention, in bytes. */
const lowDiskBytes = 2 * 1024 ** 3
const bytesPerGigabyte = 1024 ** 3
/** A certificate that is not renewed in its last days needs somebody. */
const minCertificateDays = 14

const isCertificateAtRisk = ({ state, days_left }: SystemStatus['certificate']): boolean =>
  state !== 'valid' || (days_left !== null && days_left < minCertificateDays)

/** Today for an administrator: who and what waits for a decision, and if the server is well. */
export function AdminHome() {
  const { t } = useTranslation()
  const system = useQuery(systemQuery())
  const lists = useQueries({ queries: listQueries })
  const counts = lists.flatMap(({ data }) => data?.count ?? [])
  const queries = [...lists, system]
  const failed = queries.find(({ data, isError }) => isError && data === undefined)
  return (
    <section aria-label={t('home.title')} className="flex flex-col gap-4">
      {failed && (
        <LoadError
          error={failed.error}
          busy={failed.isFetching}
          onRetry={() => {
            for (const query of queries) if (query.data === undefined) void query.refetch()
          }}
        />
      )}
      {counts.length === lists.length && system.data ? (
        <Tiles counts={counts} system={system.data} />
      ) : (
        !failed && <SkeletonList count={4} className="h-20 w-full" />
      )}
    </section>
  )
}

function Tiles({ counts, system }: { counts: readonly number[]; system: SystemStatus }) {
  const { t, number } = useTranslation()
  const formatBackup = useBackupFormatter()
  const { disk, backups, certificate } = system
  const [waiting = 0, changed = 0, posts = 0, comments = 0, warnings = 0, sms = 0] = counts
  // Leads to the list that is not empty.
  const expertsQuery = waiting === 0 && changed > 0 ? '?approval=changed' : ''
  const work: readonly [label: string, Icon: LucideIcon, path: string, count: number][] = [
    [t('home.experts'), UserCheck, `admin/experts${expertsQuery}`, waiting + changed],
    [t('home.flagged'), Flag, 'admin/flagged', posts + comments],
    [t('menu.warnings'), TriangleAlert, 'disease-warnings', warnings],
    [t('home.sms'), MessageSquare, 'disease-warnings?state=sms_waiting', sms],
    [t('system.failed_jobs'), Wrench, 'admin/system', system.jobs.failed],
    [t('home.mail'), MailX, 'admin/system', system.mail.failed],
  ]
  const freeSpace = `${number(Math.floor(disk.free_bytes / bytesPerGigabyte))} GB`
  const states: readonly [label: string, Icon: LucideIcon, state: string, isAtRisk: boolean][] = [
    [t('home.disk'), HardDrive, freeSpace, disk.free_bytes < lowDiskBytes],
    [t('system.backup'), DatabaseBackup, formatBackup(backups), isBackupAtRisk(backups)],
    [t('system.certificate'), Lock, t(`system.certificate_${certificate.state}`), isCertificateAtRisk(certificate)],
  ]
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {work.map(([label, Icon, path, count]) => (
        <Tile key={label} {...{ label, Icon, path }} value={number(count)} needsAttention={count > 0} />
      ))}
      {states.map(([label, Icon, value, needsAttention]) => (
        <Tile key={label} {...{ label, Icon, value, needsAttention }} path="admin/system" />
      ))}
    </ul>
  )
}

/** Longer values are set smaller. */
const maxLargeCharacters = 8

function Tile({
  label,
  path,
  Icon,
  value,
  needsAttention,
}: {
  label: string
  /** Below the screens of an account. */
  path: string
  Icon: LucideIcon
  value: string
  needsAttention: boolean
}) {
  const { t } = useTranslation()
  return (
    <li className="flex">
      <Link
        to={`/account/${path}`}
        className={clsx(
          'flex min-h-16 min-w-0 grow items-center gap-3 rounded-lg border p-3 max-sm:flex-col max-sm:items-start max-sm:gap-1 sm:p-4',
          needsAttention
            ? 'border-amber bg-amber-tint hover:border-amber-ink'
            : 'border-line bg-white hover:border-leaf-ink hover:bg-leaf-tint',
        )}
      >
        <Icon
          aria-hidden="true"
          className={clsx('size-7 shrink-0', needsAttention ? 'text-amber-ink' : 'text-leaf-ink')}
        />
        <span className="flex min-w-0 flex-col leading-tight">
          <span
            className={clsx('font-bold wrap-anywhere', value.length > maxLargeCharacters ? 'text-base' : 'text-xl')}
          >
            {value}
          </span>{' '}
          <span className={clsx('text-sm', needsAttention ? 'text-amber-ink' : 'text-muted')}>{label}</span>
          {needsAttention && <span className="sr-only">{t('home.attention')}</span>}
        </span>
      </Link>
    </li>
  )
}

const [experts, flagged] = ['GET /api/admin/experts/', 'GET /api/admin/flagged/'] as const
const listedWarnings = 'GET /api/surveillance/warnings/'
/** Lists of which only the count is shown. The keys begin like those of the screens, whose decisions refetch the counts. */
const listQueries = [
  apiQuery(['experts', 'count', 'waiting'], experts, { query: { approval: 'waiting', page_size: 1 } }),
  apiQuery(['experts', 'count', 'changed'], experts, { query: { approval: 'changed', page_size: 1 } }),
  apiQuery(['flagged', 'count', 'post'], flagged, { query: { kind: 'post', page_size: 1 } }),
  apiQuery(['flagged', 'count', 'response'], flagged, { query: { kind: 'response', page_size: 1 } }),
  apiQuery(['warnings', 'count', 'open'], listedWarnings, { query: { state: 'open', page_size: 1 } }),
  apiQuery(['warnings', 'count', 'sms'], listedWarnings, { query: { state: 'sms_waiting', page_size: 1 } }),
] as const
