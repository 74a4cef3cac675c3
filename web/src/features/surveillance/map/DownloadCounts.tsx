import { Download } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessage } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { downloadCounts } from './queries.ts'
import type { MapSubject } from './subject.ts'

/** Browsers read the file some time after the click. */
const revokeDelayMs = 60_000

/** Downloads the counts of the year up to the week on screen. */
export function DownloadCounts({ subject }: { subject: MapSubject }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function download() {
    setBusy(true)
    try {
      // The mark tells spreadsheet programs that the text is UTF-8.
      const url = URL.createObjectURL(new Blob(['\ufeff', await downloadCounts(subject)], { type: 'text/csv' }))
      const { country, crop, disease, week = '' } = subject
      const file = `kutu-${country}-${crop}-${disease}-${week}.csv`
      const link = Object.assign(document.createElement('a'), { href: url, download: file })
      document.body.append(link)
      link.click()
      link.remove()
      setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs)
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
