import { Download } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { downloadFile } from '../../../ui/download/download-file.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { downloadCounts } from './queries.ts'
import type { MapSubject } from './subject.ts'

/** Downloads the counts of the year up to the week on screen. */
export function DownloadCounts({ subject }: { subject: MapSubject }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      const { country, crop, disease, week = '' } = subject
      const file = `kutu-${country}-${crop}-${disease}-${week}.csv`
      // The mark tells spreadsheet programs that the text is UTF-8.
      downloadFile(`\ufeff${await downloadCounts(subject)}`, file, 'text/csv')
      showSuccess(t('notice.success'), t('map.downloaded'))
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
    }
    setBusy(false)
  }
  return (
    <Button
      variant="secondary"
      busy={isBusy}
      icon={<Download aria-hidden="true" className="size-5 shrink-0" />}
      className="self-start print:hidden"
      onClick={() => void download()}
    >
      {t('map.download')}
    </Button>
  )
}
