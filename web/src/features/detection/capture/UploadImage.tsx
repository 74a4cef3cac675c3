import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { AnalysisHistory } from '../history/AnalysisHistory.tsx'
import { Outbox } from '../outbox/Outbox.tsx'
import { CurrentResult } from '../result/CurrentResult.tsx'
import { PhotoForm } from './PhotoForm.tsx'
import type { AnalysisRun } from './use-photo-upload.ts'

/** The main screen: photo form, current result, outbox and history. */
export function UploadImage() {
  const { t } = useTranslation()
  const [run, setRun] = useState<AnalysisRun>()
  const form = useRef<HTMLDivElement>(null)
  /** Opens the camera of a phone, elsewhere the choice of a file. */
  function openCamera() {
    const isPhone = window.matchMedia('(pointer: coarse)').matches
    form.current
      ?.querySelector<HTMLInputElement>(`input[type=file]${isPhone ? '[capture]' : ':not([capture])'}`)
      ?.click()
  }
  return (
    <>
      <div className={run && 'sr-only'}>
        <PageTitle title={t('upload_image.title')} />
      </div>
      {run && (
        // The photo of the answer starts right below the top bar of a phone.
        <div className="max-md:-mt-6">
          <CurrentResult key={run.item.key} run={run} onRetake={openCamera} />
        </div>
      )}
      <div ref={form}>
        <PhotoForm
          {...(run && { title: t('upload_image.another') })}
          onUpdate={setRun}
          onChoose={() => setRun(undefined)}
          onRetake={openCamera}
        />
      </div>
      <Outbox />
      <AnalysisHistory />
    </>
  )
}
