import type { Analysis } from '@kutu/contract/detection'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { AnalysisAnswer } from './AnalysisAnswer.tsx'
import { presentHere } from './device-answer.ts'
import { isOther } from './file-analysis.ts'
import type { Answered } from './process-photo.ts'
import { analysisQuery } from './queries.ts'
import { useCountry } from './use-country.ts'
import { useObjectUrls } from './use-object-urls.ts'
import { useOutbox } from './use-outbox.ts'

/** This phone's answer until the server's is there. Takes the focus when it arrives. */
export function FreshAnswer({ answered }: { answered: Answered }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const here = useAnswerHere(answered)
  // Through its query, so that another language brings the record's words again.
  const { data: record } = useQuery({
    ...analysisQuery(answered.record?.id ?? ''),
    enabled: answered.record !== null,
  })
  const shown = record ?? answered.record ?? here
  const isShown = shown !== null
  useEffect(() => {
    if (!isShown) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [isShown])
  if (!shown) return null
  return <AnalysisAnswer analysis={shown} headingRef={heading} note={<State answered={answered} />} />
}

/** Where the answer comes from, and what became of it on the server. */
function State({ answered: { item, record, refusal } }: { answered: Answered }) {
  const { t } = useText()
  const kept = useOutbox().find(({ key }) => key === item.key)?.state.kind
  if (item.answer === null) return null
  if (refusal !== null)
    return (
      <Notice kind="warning" title={t('device.refused')}>
        {refusal}
      </Notice>
    )
  if (record !== null && isOther(item, record)) {
    const here = t(`class.${item.answer.finding.rustClass}`)
    const there = t(`class.${record.rust_class}`)
    return (
      <Notice kind="warning" title={t('device.differs')}>
        {t('device.differs_note', { here, there })}
      </Notice>
    )
  }
  if (record !== null) return <Notice kind="success">{t('device.confirmed')}</Notice>
  return (
    <Notice title={t('device.answered')}>
      {t(kept === 'sending' || kept === 'waiting' ? `device.${kept}` : 'device.filed')}
    </Notice>
  )
}

const none: readonly Blob[] = []

function useAnswerHere({ item: { answer, crop, takenAt, photos } }: Answered): Analysis | null {
  const { language } = useText()
  const user = useUser()
  const [country] = useCountry()
  const images = useObjectUrls(useMemo(() => photos.map(({ photo }) => photo), [photos]))
  const heatmaps = useObjectUrls(useMemo(() => answer?.leaves.map(leaf => leaf.heatmapPng) ?? none, [answer]))
  if (answer === null || images.length === 0 || heatmaps.length === 0) return null
  const shown = photos.map(({ quality }, at) => ({ image: images[at] ?? '', heatmap: heatmaps[at] ?? null, quality }))
  return presentHere({ answer, crop, takenAt, photos: shown }, { id: user?.id ?? '', language, country })
}
