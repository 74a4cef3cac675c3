import type { SystemStatus } from '@kutu/contract/admin'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { DatabaseBackup, Flag, HardDrive, Lock, type LucideIcon, MailX, UserCheck, Wrench } from 'lucide-react'
import { Link } from 'react-router'
import { callApi } from '../../../api/api-client.ts'
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
  const experts = useWaitingExperts()
  const flagged = useFlaggedCount()
  const system = useQuery(systemQuery())
  const queries: readonly UseQueryResult[] = [experts, flagged, system]
  const failed = queries.find(({ data, isError }) => isError && data === undefined)
  return (
    <section aria-labelledby="admin-home" className="flex flex-col gap-4">
      <h2 id="admin-home" className="text-xl">
        {t('home.title')}
      </h2>
      {failed && (
        <LoadError
          error={failed.error}
          busy={failed.isFetching}
          onRetry={() => {
            for (const query of queries) if (query.data === undefined) void query.refetch()
          }}
        />
      )}
      {experts.data && flagged.data !== undefined && system.data ? (
        <Tiles experts={experts.data} flagged={flagged.data} system={system.data} />
      ) : (
        !failed && <SkeletonList count={4} className="h-20 w-full" />
      )}
    </section>
  )
}

type Waiting = { waiting: number; changed: number }

function Tiles({ experts, flagged, system }: { experts: Waiting; flagged: number; system: SystemStatus }) {
  const { t, number } = useTranslation()
  const formatBackup = useBackupFormatter()
  const { disk, backups, certificate } = system
  // Leads to the list that is not empty.
  const expertsQuery = experts.waiting === 0 && experts.changed > 0 ? '?approval=changed' : ''
  const counts: readonly [label: string, Icon: LucideIcon, path: string, count: number][] = [
    [t('home.experts'), UserCheck, `experts${expertsQuery}`, experts.waiting + experts.changed],
    [t('home.flagged'), Flag, 'flagged', flagged],
    [t('system.failed_jobs'), Wrench, 'system', system.jobs.failed],
    [t('home.mail'), MailX, 'system', system.mail.failed],
  ]
  const freeSpace = `${number(Math.floor(disk.free_bytes / bytesPerGigabyte))} GB`
  const states: readonly [label: string, Icon: LucideIcon, state: string, isAtRisk: boolean][] = [
    [t('home.disk'), HardDrive, freeSpace, disk.free_bytes < lowDiskBytes],
    [t('system.backup'), DatabaseBackup, formatBackup(backups), isBackupAtRisk(backups)],
    [t('system.certificate'), Lock, t(`system.certificate_${certificate.state}`), isCertificateAtRisk(certificate)],
  ]
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {counts.map(([label, Icon, path, count]) => (
        <Tile key={label} {...{ label, Icon, path }} value={number(count)} needsAttention={count > 0} />
      ))}
      {states.map(([label, Icon, value, needsAttention]) => (
        <Tile key={label} {...{ label, Icon, value, needsAttention }} path="system" />
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
  /** Below the screens of administrators. */
  path: string
  Icon: LucideIcon
  value: string
  needsAttention: boolean
}) {
  const { t } = useTranslation()
  return (
    <li className="flex">
      <Link
        to={`/account/admin/${path}`}
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

const countExperts = async (approval: 'waiting' | 'changed', signal: AbortSignal) =>
  (await callApi('GET /api/admin/experts/', { query: { approval, page_size: 1 }, signal })).count

/** Counts the experts who wait for approval, and those whose changed qualifications wait. The key begins like that of the screen, whose decisions refetch the count. */
const useWaitingExperts = () =>
  useQuery({
    queryKey: ['experts', 'waiting count'],
    queryFn: async ({ signal }): Promise<Waiting> => {
      const [waiting, changed] = await Promise.all([countExperts('waiting', signal), countExperts('changed', signal)])
      return { waiting, changed }
    },
  })

const countFlagged = async (kind: 'post' | 'response', signal: AbortSignal) =>
  (await callApi('GET /api/admin/flagged/', { query: { kind, page_size: 1 }, signal })).count

/** Counts flagged posts and comments together. */
const useFlaggedCount = () =>
  useQuery({
    queryKey: ['flagged', 'count'],
    queryFn: async ({ signal }) =>
      (await Promise.all([countFlagged('post', signal), countFlagged('response', signal)])).reduce((a, b) => a + b),
  })
