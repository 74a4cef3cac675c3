import { Download, MapPin } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { useAction } from '../../../ui/feedback/use-action.ts'
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
  const [chosen, setChosen] = useState<keyof typeof formats>()
  const { run: download, isBusy } = useAction(async (format: keyof typeof formats) => {
    setChosen(format)
    await formats[format](subject)
    return t('map.downloaded')
  })
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:grow print:hidden">
      <Button
        variant="secondary"
        busy={isBusy && chosen === 'csv'}
        icon={Download}
        onClick={() => void download('csv')}
      >
        {t('map.download')}
      </Button>
      <Button
        variant="secondary"
        busy={isBusy && chosen === 'geojson'}
        icon={MapPin}
        onClick={() => void download('geojson')}
      >
        {t('map.download_geojson')}
      </Button>
    </div>
  )
}
