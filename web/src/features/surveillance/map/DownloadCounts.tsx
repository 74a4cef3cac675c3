import { Download, MapPin } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { downloadCounts, downloadCountsAsGeoJson } from './queries.ts'
import type { MapSubject } from './subject.ts'

/** Each fetches its file and saves it. The mark tells spreadsheet programs that the text is UTF-8. */
const formats = {
  csv: async (subject: MapSubject) =>
    downloadFile(`\ufeff${await downloadCounts(subject)}`, fileName(subject, 'csv'), 'text/csv'),
  geojson: async (subject: MapSubject) => {
    const text = JSON.stringify(await downloadCountsAsGeoJson(subject))
    downloadFile(text, fileName(subject, 'geojson'), 'application/geo+json')
  },
}

const fileName = ({ country, crop, disease, week = '' }: MapSubject, extension: string) =>
  `kutu-${country}-${crop}-${disease}-${week}.${extension}`

/** Downloads the counts of the year up to the week on screen, for spreadsheets or for maps. */
export function DownloadCounts({ subject }: { subject: MapSubject }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState<keyof typeof formats>()
  async function download(format: keyof typeof formats) {
    setBusy(format)
    try {
      await formats[format](subject)
      showSuccess(t('notice.success'), t('map.downloaded'))
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
    }
    setBusy(undefined)
  }
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:grow print:hidden">
      <Button
        variant="secondary"
        busy={busy === 'csv'}
        icon={<Download aria-hidden="true" className="size-5 shrink-0" />}
        onClick={() => void download('csv')}
      >
        {t('map.download')}
      </Button>
      <Button
        variant="secondary"
        busy={busy === 'geojson'}
        icon={<MapPin aria-hidden="true" className="size-5 shrink-0" />}
        onClick={() => void download('geojson')}
      >
        {t('map.download_geojson')}
      </Button>
    </div>
  )
}
