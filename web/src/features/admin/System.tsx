import type { SystemState } from '@kutu/contract/admin'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { MailFailures } from './MailFailures.tsx'

/** How the server is doing: versions, jobs, disk, and letters that could not be sent. */
export function System() {
  const { t } = useText()
  const state = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => call('GET /api/admin/system/', { signal }),
  })
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('system.title')} lead={t('system.lead')} />
      {state.isPending && <SkeletonList count={3} className="h-40 w-full" />}
      {state.isError && <LoadFailed error={state.error} busy={state.isFetching} onRetry={() => state.refetch()} />}
      {state.data && (
        <>
          <Button variant="secondary" busy={state.isFetching} onClick={() => state.refetch()} className="self-start">
            {t('system.look_again')}
          </Button>
          <Figures state={state.data} />
          <MailFailures mail={state.data.mail} />
        </>
      )}
    </div>
  )
}

function Figures({ state: { versions, jobs, disk } }: { state: SystemState }) {
  const { t, number, dateTime } = useText()
  const size = useSize()
  const used = size(disk.used_bytes)
  return (
    <div className="grid gap-6 md:grid-cols-3">
      <Figure
        title={t('system.versions')}
        of={[
          ['Kutu', versions.product],
          [t('system.model'), versions.model],
          ['PostgreSQL', versions.database],
          ['Node.js', versions.node],
        ]}
      />
      <Figure
        title={t('system.jobs')}
        of={[
          [t('system.jobs_waiting'), number(jobs.waiting)],
          [t('system.jobs_failed'), number(jobs.failed)],
          [t('system.jobs_oldest'), jobs.oldest_due_at ? dateTime(jobs.oldest_due_at) : t('system.jobs_none_due')],
        ]}
      />
      <Figure
        title={t('system.disk')}
        of={[
          [t('system.disk_used'), disk.is_at_least ? t('system.disk_at_least', { size: used }) : used],
          [t('system.disk_free'), size(disk.free_bytes)],
          [t('system.disk_database'), size(disk.database_bytes)],
        ]}
      />
    </div>
  )
}

function Figure({ title, of }: { title: string; of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Card title={title}>
      <dl className="flex flex-col gap-2">
        {of.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="font-bold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const gigabyte = 1024 ** 3

/** Disks are told in gigabytes, photos and what else is small as everywhere. */
function useSize() {
  const { number, bytes } = useText()
  return (size: number) => (size < gigabyte ? bytes(size) : `${number(Math.round((size / gigabyte) * 10) / 10)} GB`)
}
