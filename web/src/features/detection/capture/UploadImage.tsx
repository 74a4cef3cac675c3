import { useTranslation } from '../../../i18n/use-translation.ts'
import { AnalysisHistory } from '../history/AnalysisHistory.tsx'
import { Outbox } from '../outbox/Outbox.tsx'
import { CheckLeaf } from './CheckLeaf.tsx'

/** The farmer's main screen: the check of a leaf, what waits to be sent, and the history. */
export function UploadImage() {
  const { t } = useTranslation()
  return (
    <>
      <CheckLeaf title={t('upload_image.title')} />
      <Outbox />
      <AnalysisHistory />
    </>
  )
}
