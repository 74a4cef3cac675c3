import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { AnalysisAnswer } from './AnalysisAnswer.tsx'
import { AnalysisHistory } from './AnalysisHistory.tsx'
import { PhotoForm } from './PhotoForm.tsx'
import { analysisQuery } from './queries.ts'

/** The screen of the product: a photo goes in, its answer comes out, earlier answers stand below. */
export function UploadImage() {
  const { t } = useText()
  const [answeredId, setAnsweredId] = useState<string>()
  return (
    <>
      <PageTitle title={t('upload_image.title')} />
      {answeredId && <FreshAnswer key={answeredId} id={answeredId} />}
      <PhotoForm
        {...(answeredId && { title: t('upload_image.another') })}
        onAnswer={analysis => setAnsweredId(analysis.id)}
      />
      <AnalysisHistory />
    </>
  )
}

/** Reads the answer through its query, so that another language brings its words again. Takes the focus when it arrives. */
function FreshAnswer({ id }: { id: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: analysis } = useQuery(analysisQuery(id))
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return analysis && <AnalysisAnswer analysis={analysis} headingRef={heading} />
}
