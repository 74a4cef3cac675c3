import { lazy, Suspense } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Outbox } from '../outbox/Outbox.tsx'
import { CheckLeaf } from './CheckLeaf.tsx'

/** Below the form, and with the names of all diseases: after the first view. */
const AnalysisHistory = lazy(async () => {
  const { AnalysisHistory } = await import('../history/AnalysisHistory.tsx')
  return { default: AnalysisHistory }
})

/** The farmer's main screen: the check of a leaf, what waits to be sent, and the history. */
export function UploadImage() {
  const { t } = useTranslation()
  return (
    <>
      <CheckLeaf title={t('menu.upload_image')} />
      <Outbox />
      <Suspense fallback={<SkeletonList />}>
        <AnalysisHistory />
      </Suspense>
    </>
  )
}
