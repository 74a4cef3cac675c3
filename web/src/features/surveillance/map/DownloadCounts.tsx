import { Download } from 'lucide-react'
import { callApi } from '../../../api/api-client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { useAction } from '../../../ui/feedback/use-action.ts'
import type { MapSubject } from './subject.ts'

/** Downloads the counts of the year up to the week on screen, for spreadsheets. */
export function DownloadCounts({ subject: { week, ...subject } }: { subject: MapSubject }) {
  const { t } = useTranslation()
  const { run: download, isBusy } = useAction(async () => {
    const csv = await callApi('GET /api/surveillance/counts/export.csv', { query: { ...subject, to: week } })
    const name = ['kutu', subject.country, subject.crop, subject.disease, week].join('-')
    // The mark tells spreadsheet programs that the text is UTF-8.
    downloadFile(`\ufeff${csv}`, `${name}.csv`, 'text/csv')
  })
  return (
    <Button
      variant="secondary"
      className="self-start print:hidden"
      busy={isBusy}
      icon={Download}
      onClick={() => void download()}
    >
      {t('map.download')}
    </Button>
  )
}
