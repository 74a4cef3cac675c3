import type { ExportState } from '@kutu/contract/own-account'
import { useQuery } from '@tanstack/react-query'
import { Download, FileArchive } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { showError } from '../../ui/toasts.ts'
import { exportQuery, fetchExport, useStartExport } from './queries.ts'

/** All own data in one file, made by the server meanwhile. */
export function DataCard() {
  const { t, dateTime } = useText()
  const { data, error, isPending, isFetching, refetch } = useQuery(exportQuery())
  const start = useStartExport()
  async function ask() {
    try {
      await start.mutateAsync()
    } catch (failure) {
      showError(t('notice.error'), messageOf(failure))
    }
  }
  return (
    <Card title={t('settings.data')}>
      <p className="text-muted">{t('settings.data_lead')}</p>
      {isPending && <SkeletonList count={1} className="h-12 w-64" />}
      {!data && error && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data?.export?.state === 'making' && <Notice>{t('settings.data_making')}</Notice>}
      {data?.export?.state === 'ready' && <Ready made={data.export} />}
      {data && data.next_at === null && (
        <Button
          variant="secondary"
          className="self-start"
          busy={start.isPending}
          icon={<FileArchive aria-hidden="true" className="size-5 shrink-0" />}
          onClick={() => void ask()}
        >
          {t('settings.data_ask')}
        </Button>
      )}
      {data?.next_at && data.export?.state !== 'making' && (
        <p className="text-sm text-muted">{t('settings.data_next', { when: dateTime(data.next_at) })}</p>
      )}
    </Card>
  )
}

function Ready({ made }: { made: NonNullable<ExportState['export']> }) {
  const { t, bytes, dateTime } = useText()
  const [isFetching, setFetching] = useState(false)
  const left = made.photos_left_out ?? 0
  async function fetchIt() {
    setFetching(true)
    try {
      await fetchExport()
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
    setFetching(false)
  }
  return (
    <>
      <div>
        <p>{t('settings.data_ready', { size: bytes(made.bytes ?? 0), photos: made.photos ?? 0 })}</p>
        {left > 0 && <p>{t('settings.data_left_out', { count: left })}</p>}
        {made.expires_at && <p>{t('settings.data_until', { when: dateTime(made.expires_at) })}</p>}
      </div>
      <Button
        className="self-start"
        busy={isFetching}
        icon={<Download aria-hidden="true" className="size-5 shrink-0" />}
        onClick={() => void fetchIt()}
      >
        {t('settings.data_fetch')}
      </Button>
    </>
  )
}
