import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { AnalysisHistory } from './AnalysisHistory.tsx'
import { FreshAnswer } from './FreshAnswer.tsx'
import { Outbox } from './Outbox.tsx'
import { PhotoForm } from './PhotoForm.tsx'
import type { Answered } from './process-photo.ts'

/** The screen of the product: a photo goes in, its answer comes out, earlier answers stand below. */
export function UploadImage() {
  const { t } = useText()
  const [answered, setAnswered] = useState<Answered>()
  return (
    <>
      <PageTitle title={t('upload_image.title')} />
      {answered && <FreshAnswer key={answered.item.key} answered={answered} />}
      <PhotoForm {...(answered && { title: t('upload_image.another') })} onAnswer={setAnswered} />
      <Outbox />
      <AnalysisHistory />
    </>
  )
}
