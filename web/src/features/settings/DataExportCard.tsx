import type { ExportStatus } from '@kutu/contract/accounts/own-account'
import { useQuery } from '@tanstack/react-query'
import { Download, FileArchive } from 'lucide-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../ui/feedback/use-action.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { downloadExport, exportQuery, useStartExport } from './queries.ts'

/** Exports the data of the account to one file, which the server prepares in the background. */
export function DataExportCard() {
  const { t, dateTime } = useTranslation()
  const { mutateAsync } = useStartExport()
  const start = useAction(async () => {
    await mutateAsync()
  })
  return (
    <Card title={t('settings.data')}>
      <p className="text-muted">{t('settings.data_lead')}</p>
      <Loaded query={useQuery(exportQuery())} skeleton={<SkeletonList count={1} className="h-12 w-64" />}>
        {({ export: dataExport, next_at }) => (
          <>
            {dataExport?.state === 'making' && <Notice>{t('settings.data_making')}</Notice>}
            {dataExport?.state === 'ready' && <ReadyExport dataExport={dataExport} />}
            {next_at === null && (
              <Button
                variant="secondary"
                className="self-start"
                busy={start.isBusy}
                icon={FileArchive}
                onClick={() => start.run()}
              >
                {t('settings.data_ask')}
              </Button>
            )}
            {next_at && dataExport?.state !== 'making' && (
              <p className="text-sm text-muted">{t('settings.data_next', { when: dateTime(next_at) })}</p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

function ReadyExport({ dataExport }: { dataExport: NonNullable<ExportStatus['export']> }) {
  const { t, bytes, dateTime } = useTranslation()
  const leftOutCount = dataExport.photos_left_out ?? 0
  const download = useAction(async () => {
    await downloadExport()
  })
  return (
    <>
      <div>
        <p>{t('settings.data_ready', { size: bytes(dataExport.bytes ?? 0), photos: dataExport.photos ?? 0 })}</p>
        {leftOutCount > 0 && <p>{t('settings.data_left_out', { count: leftOutCount })}</p>}
        {dataExport.expires_at && <p>{t('settings.data_until', { when: dateTime(dataExport.expires_at) })}</p>}
      </div>
      <Button className="self-start" busy={download.isBusy} icon={Download} onClick={() => download.run()}>
        {t('settings.data_fetch')}
      </Button>
    </>
  )
}
