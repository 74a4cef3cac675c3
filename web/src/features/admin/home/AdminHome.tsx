import type { SystemStatus } from '@kutu/contract/admin'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Boxes, DatabaseBackup, Flag, HardDrive, Lock, type LucideIcon, MailX, UserCheck, Wrench } from 'lucide-react'
import { Link } from 'react-router'
import { callApi } from '../../../api/api-client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useSystemStatus } from '../system/queries.ts'
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
  const { t, number } = useTranslation()
  const formatBackup = useBackupFormatter()
  const experts = useWaitingExperts()
  const flagged = useFlaggedCount()
  const system = useSystemStatus()
  const queries: readonly UseQueryResult[] = [experts, flagged, system]
  const failed = queries.find(({ data, isError }) => isError && data === undefined)
  const isComplete = experts.data !== undefined && flagged.data !== undefined && system.data !== undefined
  const tiles = isComplete
    ? [
        makeExpertsTile(experts.data, { label: t('home.experts'), Icon: UserCheck }),
        makeCountTile(flagged.data, { label: t('home.flagged'), path: '/account/admin/flagged', Icon: Flag }),
        makeCountTile(system.data.jobs.failed, { label: t('home.jobs'), path: systemPath, Icon: Wrench }),
        makeCountTile(system.data.mail.failed, { label: t('home.mail'), path: systemPath, Icon: MailX }),
        {
          label: t('home.disk'),
          path: systemPath,
          Icon: HardDrive,
          value: `${number(Math.floor(system.data.disk.free_bytes / bytesPerGigabyte))} GB`,
          needsAttention: system.data.disk.free_bytes < lowDiskBytes,
        },
        {
          label: t('system.backup'),
          path: systemPath,
          Icon: DatabaseBackup,
          value: formatBackup(system.data.backups),
          needsAttention: isBackupAtRisk(system.data.backups),
        },
        {
          label: t('system.certificate'),
          path: systemPath,
          Icon: Lock,
          value: t(`system.certificate_${system.data.certificate.state}`),
          needsAttention: isCertificateAtRisk(system.data.certificate),
        },
        {
          label: t('home.model'),
          path: '/account/admin/models',
          Icon: Boxes,
          value: system.data.versions.model,
          needsAttention: false,
        },
      ].map(tile => ({ ...tile, value: typeof tile.value === 'number' ? number(tile.value) : tile.value }))
    : undefined
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
      {!failed && !tiles && <TileSkeletons />}
      {tiles && (
        <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {tiles.map(tile => (
            <li key={tile.label} className="flex">
              <TileLink {...tile} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Longer values, such as the name of a model version, are set smaller. */
const maxLargeCharacters = 8

const systemPath = '/account/admin/system'

type TileTarget = { label: string; path: string; Icon: LucideIcon }

/** Leads to the list that is not empty. */
const makeExpertsTile = (
  { waiting, changed }: { waiting: number; changed: number },
  target: Omit<TileTarget, 'path'>,
) =>
  makeCountTile(waiting + changed, {
    ...target,
    path: `/account/admin/experts${waiting === 0 && changed > 0 ? '?approval=changed' : ''}`,
  })

const makeCountTile = (count: number, target: TileTarget) => ({ ...target, value: count, needsAttention: count > 0 })

function TileLink({
  label,
  path,
  Icon,
  value,
  needsAttention,
}: TileTarget & { value: string; needsAttention: boolean }) {
  const { t } = useTranslation()
  return (
    <Link
      to={path}
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
        <span className={clsx('font-bold wrap-anywhere', value.length > maxLargeCharacters ? 'text-base' : 'text-xl')}>
          {value}
        </span>{' '}
        <span className={clsx('text-sm', needsAttention ? 'text-amber-ink' : 'text-muted')}>{label}</span>
        {needsAttention && <span className="sr-only">{t('home.attention')}</span>}
      </span>
    </Link>
  )
}

function TileSkeletons() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <span className="sr-only">{t('state.waiting')}</span>
      {[1, 2, 3, 4, 5, 6, 7, 8].map(place => (
        <Skeleton key={place} className="h-20 w-full rounded-lg" />
      ))}
    </div>
  )
}

type Kind = 'post' | 'response'

const countFlagged = async (kind: Kind, signal: AbortSignal) =>
  (await callApi('GET /api/admin/flagged/', { query: { kind, page_size: 1 }, signal })).count

const countExperts = async (approval: 'waiting' | 'changed', signal: AbortSignal) =>
  (await callApi('GET /api/admin/experts/', { query: { approval, page_size: 1 }, signal })).count

/** Counts the experts who wait for approval, and those whose changed qualifications wait. The key begins like that of the screen, whose decisions refetch the count. */
const useWaitingExperts = () =>
  useQuery({
    queryKey: ['experts', 'waiting count'],
    queryFn: async ({ signal }) => {
      const [waiting, changed] = await Promise.all([countExperts('waiting', signal), countExperts('changed', signal)])
      return { waiting, changed }
    },
  })

/** Counts flagged posts and comments together. */
const useFlaggedCount = () =>
  useQuery({
    queryKey: ['flagged', 'count'],
    queryFn: async ({ signal }) =>
      (await Promise.all([countFlagged('post', signal), countFlagged('response', signal)])).reduce((a, b) => a + b),
  })
