import type { Analysis, FieldAnswer } from '@kutu/contract/detection'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { isOnServer } from '../../../api/outbox/outbox-store.ts'
import { useOutbox } from '../../../api/outbox/use-outbox.ts'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useCountry } from '../articles/use-country.ts'
import { buildDeviceAnalysis } from '../capture/device-analysis.ts'
import type { AnalysisRun } from '../capture/use-photo-upload.ts'
import { differsFromRecord } from '../outbox/send.ts'
import { useObjectUrls } from '../outbox/use-object-urls.ts'
import { analysisQuery } from '../queries.ts'
import { AnalysisResult } from './AnalysisResult.tsx'

/** Shows the device's result until the server's arrives. Moves the focus to the result when it appears. */
export function CurrentResult({
  run,
  onRetake,
  onAnswers,
  footnote = <ServerNotice run={run} />,
}: {
  run: AnalysisRun
  /** Called with what a visitor answers at the plant. */
  onAnswers?: (answers: readonly FieldAnswer[]) => void
  onRetake?: () => void
  /** Shown below the buttons; left out, what the server says about the device's answer. */
  footnote?: ReactNode
}) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const deviceAnalysis = useDeviceAnalysis(run)
  // Read through its query, so that a language change fetches the localized text again.
  const { data: record } = useQuery({
    ...analysisQuery(run.record?.id ?? ''),
    enabled: run.record !== null,
  })
  const analysis = record ?? run.record ?? deviceAnalysis
  // What the server said of the phone's answer no longer holds for another crop.
  const isCorrected = record !== undefined && record.crop_type !== run.record?.crop_type
  const hasAnalysis = analysis !== null
  useEffect(() => {
    if (!hasAnalysis) return
    headingRef.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [hasAnalysis])
  if (!analysis) return null
  return (
    <AnalysisResult
      analysis={analysis}
      headingRef={headingRef}
      footnote={isCorrected ? null : footnote}
      photoKey={run.rejectionMessage === null ? run.item.key : undefined}
      onAnswers={onAnswers}
      onRetake={onRetake}
    />
  )
}

/** Shows whether the server has confirmed, changed or rejected the device's result. */
function ServerNotice({ run: { item, record, rejectionMessage } }: { run: AnalysisRun }) {
  const { t } = useTranslation()
  const outboxState = useOutbox().find(({ key }) => key === item.key)?.state
  const refusal = outboxState?.kind === 'refused' ? outboxState.message : rejectionMessage
  if (item.data.answer === null) return null
  if (refusal !== null)
    return (
      <Notice kind="warning" title={t('device.refused')}>
        {refusal}
      </Notice>
    )
  if (record !== null && differsFromRecord(item.data, record)) {
    const deviceClass = t(`class.${item.data.answer.finding.rustClass}`)
    const serverClass = t(`class.${record.rust_class}`)
    return (
      <Notice kind="warning" title={t('device.differs')}>
        {t('device.differs_note', { here: deviceClass, there: serverClass })}
      </Notice>
    )
  }
  const isFiled = record !== null || outboxState?.kind === 'differs' || isOnServer(item.key)
  // Neither: the photo was removed from the outbox, or the outbox has not been read yet.
  if (!isFiled && outboxState === undefined) return null
  const Icon = record !== null ? CircleCheck : Smartphone
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-muted">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {t(isFiled ? 'device.filed' : outboxState?.kind === 'sending' ? 'device.sending' : 'device.waiting')}
    </p>
  )
}

const noBlobs: readonly Blob[] = []

function useDeviceAnalysis({ item }: AnalysisRun): Analysis | null {
  const { answer, input, photos } = item.data
  const { language } = useTranslation()
  const user = useUser()
  const [country] = useCountry()
  const images = useObjectUrls(useMemo(() => photos.map(({ photo }) => photo), [photos]))
  const heatmaps = useObjectUrls(useMemo(() => answer?.leaves.map(leaf => leaf.heatmapPng) ?? noBlobs, [answer]))
  if (answer === null || images.length === 0 || heatmaps.length === 0) return null
  const displayPhotos = photos.map(({ quality }, index) => ({
    image: images[index] ?? '',
    heatmap: heatmaps[index] ?? null,
    quality,
  }))
  return buildDeviceAnalysis(
    { answer, input, addedAt: item.createdAt, photos: displayPhotos },
    { id: user?.id ?? '', language, country },
  )
}
