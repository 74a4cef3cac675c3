import { buildDiagnosisReply } from '@kutu/advice/diagnosis-reply'
import { isConclusive } from '@kutu/contract/bands'
import type { Language, StatedCropType } from '@kutu/contract/common'
import type { Analysis, AnalysisInput, FieldAnswer, PlantPhoto, QualityWarning } from '@kutu/contract/detection'
import { parseStatedCrop } from '@kutu/vision/inference/crop'
import { qualityWarnings } from '@kutu/vision/quality/photo-quality'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, CircleCheck, Smartphone } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type DeviceAnswer, makeItem, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { putItem, wasStored } from '../../../api/outbox/outbox-store.ts'
import { useOutbox } from '../../../api/outbox/use-outbox.ts'
import { noteSavedAnswer } from '../../../api/session/saved-answer.ts'
import { useUser } from '../../../api/session/session.ts'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { getDeviceAnswer } from '../../../vision/worker-client.ts'
import { useCountry } from '../articles/use-country.ts'
import type { AnalysisRun } from '../capture/use-photo-upload.ts'
import { visitorId } from '../outbox/saved-answers.ts'
import { differsFromStored } from '../outbox/send.ts'
import { useObjectUrls } from '../outbox/use-object-urls.ts'
import { analysisQuery } from '../queries.ts'
import { AnalysisResult } from './AnalysisResult.tsx'
import { useDiseaseName } from './disease-name.ts'

/**
 * Shows the device's result until the server's arrives. Moves the focus to the result when it appears. A visitor's stays that
 * of the device, and can be saved.
 */
export function CurrentResult({
  run: initialRun,
  onShow,
  onRetake,
}: {
  run: AnalysisRun
  /** Called when the answer stands on the page. */
  onShow?: () => void
  onRetake?: () => void
}) {
  const role = useUser()?.role
  const isVisitor = role === undefined
  const [answers, setAnswers] = useState<readonly FieldAnswer[]>([])
  const [correctedItem, setCorrectedItem] = useState<OutboxItem<'photo'>>()
  const run = correctedItem ? { ...initialRun, item: correctedItem } : initialRun
  const headingRef = useRef<HTMLHeadingElement>(null)
  const save = useSaveAnswer(run.item, answers)
  const deviceAnalysis = useDeviceAnalysis(run)
  // Read through its query, so that a language change fetches the localized text again.
  const { data: current } = useQuery({
    ...analysisQuery(run.storedAnalysis?.id ?? ''),
    enabled: run.storedAnalysis !== null,
  })
  const analysis = current ?? run.storedAnalysis ?? deviceAnalysis
  // What the server said of the phone's answer no longer holds for another crop.
  const isCorrected = current !== undefined && current.crop_type !== run.storedAnalysis?.crop_type
  const hasAnalysis = analysis !== null
  const tellShown = useEffectEvent(() => onShow?.())
  useEffect(() => {
    if (!hasAnalysis) return
    headingRef.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
    tellShown()
  }, [hasAnalysis])
  if (!analysis) return null
  return (
    <AnalysisResult
      analysis={analysis}
      headingRef={headingRef}
      footnote={shown =>
        isVisitor ? <SaveAnswer onSave={() => save(shown)} /> : isCorrected ? null : <ServerNotice run={run} />
      }
      photoKey={run.rejectionMessage === null ? run.item.key : undefined}
      {...(role !== 'farmer' && {
        onAnswers: setAnswers,
        answerAgain: async (crop: StatedCropType | null) => setCorrectedItem(await diagnoseAs(crop, run.item)),
      })}
      onBook={isVisitor ? save : undefined}
      onRetake={onRetake}
    />
  )
}

/** Answers again on this device: the stated crop changes what the model expects. */
async function diagnoseAs(crop: StatedCropType | null, item: OutboxItem<'photo'>): Promise<OutboxItem<'photo'>> {
  const photos = item.data.photos.map(({ photo }) => photo)
  const answer = await getDeviceAnswer(photos, parseStatedCrop(crop ?? undefined))
  if (answer === null) throw new Error('The model sees no leaf any more')
  return { ...item, data: { ...item.data, input: crop === null ? {} : { crop_type: crop }, answer } }
}

/** Shows whether the server has confirmed, changed or rejected the device's result. */
function ServerNotice({ run: { item, storedAnalysis, rejectionMessage } }: { run: AnalysisRun }) {
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
  if (storedAnalysis !== null && differsFromStored(item.data, storedAnalysis)) {
    const deviceClass = t(`class.${item.data.answer.finding.rustClass}`)
    const serverClass = t(`class.${storedAnalysis.rust_class}`)
    return (
      <Notice kind="warning" title={t('device.differs')}>
        {t('device.differs_note', { here: deviceClass, there: serverClass })}
      </Notice>
    )
  }
  const isFiled = storedAnalysis !== null || outboxState?.kind === 'differs' || wasStored(item.key)
  // Neither: the photo was removed from the outbox, or the outbox has not been read yet.
  if (!isFiled && outboxState === undefined) return null
  const Icon = storedAnalysis !== null ? CircleCheck : Smartphone
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

/** Object URLs of one photo and its heat map. */
type DisplayPhoto = { image: string; heatmap: string | null; quality: QualityWarning[] }
type DeviceResult = {
  answer: DeviceAnswer
  input: AnalysisInput
  addedAt: string
  photos: readonly DisplayPhoto[]
}
type Viewer = { id: string; language: Language; country: string | null }

/**
 * Builds an `Analysis` in the server's format from the device's answer. Its id is empty because the server has not
 * stored it yet.
 */
export function buildDeviceAnalysis({ answer, input, addedAt, photos }: DeviceResult, viewer: Viewer): Analysis {
  const { finding } = answer
  const leading = photos[answer.leading]
  return {
    id: '',
    farmer_id: viewer.id,
    image: leading?.image ?? '',
    uploaded_at: addedAt,
    heatmap: answer.showsHeatmap ? (leading?.heatmap ?? null) : null,
    model_version: answer.modelVersion,
    quality: qualityWarnings.filter(warning => photos.some(({ quality }) => quality.includes(warning))),
    ...buildDiagnosisReply(finding, { ...viewer, origin: window.location.origin }),
    crop_type: input.crop_type ?? null,
    crop_estimate: finding.cropEstimate,
    band: finding.band,
    plant_id: null,
    ...(photos.length > 1 && {
      photos: photos.map((photo, index) => buildPlantPhoto(photo, answer.leaves[index], index + 1)),
    }),
  }
}

function buildPlantPhoto(
  { image, heatmap, quality }: DisplayPhoto,
  leaf: DeviceAnswer['leaves'][number] | undefined,
  position: number,
): PlantPhoto {
  const finding = leaf?.finding ?? null
  return {
    id: '',
    position,
    is_leaf: finding !== null,
    image,
    heatmap,
    rust_class: finding?.rustClass ?? null,
    confidence: finding?.confidence ?? null,
    verdict: finding?.verdict ?? null,
    band: finding?.band ?? null,
    quality,
    message: finding === null ? t('plant.left_out', { position }) : null,
  }
}

/** Returns a function that keeps a visitor's answer on this phone and leads to the sign-up, whose account files it. */
function useSaveAnswer(item: OutboxItem<'photo'>, answers: readonly FieldAnswer[]) {
  const [, navigate] = useLocation()
  const getDiseaseName = useDiseaseName()
  return async (shown: Analysis): Promise<void> => {
    try {
      await putItem({ ...item, ownerId: visitorId })
      if (answers.length > 0) {
        const data = { analysis: { itemKey: item.key }, answers: [...answers] }
        await putItem({ ...makeItem('answers', data, `${item.key}-answers`), ownerId: visitorId })
      }
    } catch {
      showError(t('trial.save_failed'))
      return
    }
    noteSavedAnswer(isConclusive(shown.band) ? getDiseaseName(shown) : '')
    navigate('/auth/signup')
  }
}

function SaveAnswer({ onSave }: { onSave: () => Promise<void> }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2 print:hidden">
      <Button size="large" variant="secondary" wide icon={Bookmark} iconClass="size-6 shrink-0" onClick={onSave}>
        {t('trial.save')}
      </Button>
      <p className="text-sm text-muted">{t('trial.save_note')}</p>
    </div>
  )
}
