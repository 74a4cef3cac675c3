import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { AnalysisHistory } from '../history/AnalysisHistory.tsx'
import { Outbox } from '../outbox/Outbox.tsx'
import { CurrentResult } from '../result/CurrentResult.tsx'
import type { AnalysisRun } from './analyze-photo.ts'
import { PhotoForm } from './PhotoForm.tsx'

/** The main screen: photo form, current result, outbox and history. */
export function UploadImage() {
  const { t } = useTranslation()
  const [run, setRun] = useState<AnalysisRun>()
  return (
    <>
      <PageTitle title={t('upload_image.title')} />
      {run && <CurrentResult key={run.item.key} run={run} />}
      <PhotoForm {...(run && { title: t('upload_image.another') })} onUpdate={setRun} />
      <Outbox />
      <AnalysisHistory />
    </>
  )
}
