import type { AnalysisInput } from '@kutu/contract/detection'
import { clsx } from 'clsx'
import { Camera, Smartphone } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useUser } from '../../../api/session/session.ts'
import { loadCatalogs } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Accordion } from '../../../ui/layout/Accordion.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Outbox } from '../outbox/Outbox.tsx'
import { CropPicker } from './crop/CropPicker.tsx'
import { LeafPicker } from './LeafPicker.tsx'
import { ModelDownload } from './ModelDownload.tsx'
import { useDeviceModel } from './use-device-model.ts'
import { type AnalysisRun, usePhotoUpload } from './use-photo-upload.ts'

async function loadResult() {
  const [{ CurrentResult }] = await Promise.all([import('../result/CurrentResult.tsx'), loadCatalogs('advice')])
  return { default: CurrentResult }
}
const CurrentResult = lazy(loadResult)

/** Below the form, and with the names of all diseases: after the first view. */
const AnalysisHistory = lazyPart(
  async () => (await import('../history/AnalysisHistory.tsx')).AnalysisHistory,
  <SkeletonList />,
)

const loadDrawing = async () => (await import('../result/AnalysisResult.tsx')).RetakeDrawing
const RetakeDrawing = lazyPart(loadDrawing)

/** The farmer's main screen: the check of a leaf, what waits to be sent, and the history. */
export function UploadImage() {
  const { t } = useTranslation()
  return (
    <>
      <CheckLeaf title={t('menu.upload_image')} />
      <Outbox />
      <AnalysisHistory />
    </>
  )
}

/** The way from a photo to its answer, the same for farmers and visitors. */
export function CheckLeaf({ title, lead }: { title: string; lead?: string }) {
  const { t } = useTranslation()
  const [run, setRun] = useState<AnalysisRun>()
  const [shownKey, setShownKey] = useState<string>()
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // While the photo is taken. If it fails, the answer is loaded when it is shown.
    Promise.all([loadResult(), loadDrawing()]).catch(() => undefined)
  }, [])
  /** A small screen shows the crops and the photo together only without the title. A large one stays where it is. */
  const showForm = () => window.innerHeight < 800 && form.current?.scrollIntoView({ block: 'start' })
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
        <PageTitle title={title} lead={lead} />
      </div>
      {run && (
        // The photo of the answer starts right below the top bar of a phone.
        <div className="max-md:-mt-6">
          <Suspense fallback={<SkeletonList count={1} className="h-80 w-full" />}>
            <CurrentResult
              key={run.item.key}
              run={run}
              onShow={() => setShownKey(run.item.key)}
              onRetake={openCamera}
            />
          </Suspense>
        </div>
      )}
      {/* Not seen while the answer pushes it down. */}
      <div ref={form} className={clsx(run && run.item.key !== shownKey && 'invisible')}>
        <PhotoForm
          {...(run && { title: t('upload_image.another') })}
          onUpdate={setRun}
          onChoose={() => setRun(undefined)}
          onRetake={openCamera}
          onPhoto={showForm}
        />
      </div>
    </>
  )
}

const slowAfterMs = 15_000

/** The form to choose photos, to fill in the fields sent with them, and to start the analysis. */
function PhotoForm({
  title,
  onUpdate,
  onChoose,
  onRetake,
  onPhoto,
}: {
  title?: string
  onUpdate: (run: AnalysisRun) => void
  /** Called when a photo is chosen. */
  onChoose: () => void
  /** Opens the camera, or the choice of a file. */
  onRetake: () => void
  /** Called when a photo is shown. */
  onPhoto: () => void
}) {
  const { t } = useTranslation()
  const isFarmer = useUser()?.role === 'farmer'
  const [isDownloadAgreed, setDownloadAgreed] = useState(false)
  const model = useDeviceModel(isDownloadAgreed)
  const upload = usePhotoUpload(onUpdate)
  const { selection } = upload
  const isBusy = upload.phase !== 'choosing'
  const hasPhoto = selection.leaves.length > 0
  // A visitor's photo waits for the answer about the download.
  const isAble = isFarmer || model !== 'asking'
  const showPhoto = useEffectEvent(onPhoto)
  useEffect(() => {
    if (hasPhoto) showPhoto()
  }, [hasPhoto])
  const [photo, ...otherPhotos] = selection.leaves
  // A farmer's photos are sent, so they wait for the button, as those with a warning and several of a plant do.
  const isAnsweredImmediately =
    !isFarmer && photo?.quality?.length === 0 && otherPhotos.length === 0 && (model === 'ready' || model === 'fetching')
  const answerImmediately = useEffectEvent(upload.submit)
  useEffect(() => {
    if (isAnsweredImmediately) answerImmediately()
  }, [isAnsweredImmediately])
  const isRefused = hasPhoto && upload.failure?.isNotALeaf === true
  function takeAnotherPhoto() {
    // The file inputs exist only while no photo is chosen, and the browser opens one only within this click.
    flushSync(() => {
      upload.clearFailure()
      selection.removeAll()
    })
    onRetake()
  }
  return (
    <Card {...(title && { title })}>
      {!isRefused &&
        Object.entries(inputControls).map(([field, Control]) => (
          <Control key={field} input={selection.input} onChange={selection.setInput} disabled={isBusy} />
        ))}
      <LeafPicker
        selection={selection}
        error={upload.failure?.message}
        progress={upload.phase === 'sending' ? upload.progress : undefined}
        disabled={isBusy}
        clearFailure={upload.clearFailure}
        onChoose={onChoose}
      />
      <div
        className={clsx(
          'flex flex-col gap-2 sm:flex-row',
          // Stays in view, above the bottom bar that a farmer's phone has, whatever else the form shows.
          hasPhoto && !isRefused && 'sticky bottom-2 z-5 -mx-2 bg-white p-2',
          hasPhoto && !isRefused && isFarmer && 'max-md:bottom-[calc(64px+env(safe-area-inset-bottom))]',
        )}
      >
        {isRefused ? (
          <>
            <RetakeDrawing crop={selection.input.crop_type ?? null} />
            <Button
              size="large"
              icon={Camera}
              iconClass="size-7"
              onClick={takeAnotherPhoto}
              className="grow max-sm:px-3"
            >
              {t('quality.retake')}
            </Button>
          </>
        ) : (
          isAble && (
            <Button
              size="large"
              variant={hasPhoto ? 'primary' : 'secondary'}
              busy={isBusy}
              onClick={upload.submit}
              className="grow"
            >
              {t('upload_image.process')}
            </Button>
          )
        )}
        {isBusy && (
          // Comes to stand where Process Image was tapped: the second tap of a double tap stops nothing.
          <Button size="large" variant="secondary" onClick={event => event.detail < 2 && upload.cancel()}>
            {t('upload_image.stop')}
          </Button>
        )}
      </div>
      <div role="status">
        {upload.phase === 'analyzing' && <AnalyzingNotice isDownloading={!isFarmer && model === 'fetching'} />}
      </div>
      <ModelDownload model={model} onAgree={() => setDownloadAgreed(true)} />
      <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
        {model === 'ready' && (
          <>
            <Smartphone aria-hidden="true" className="size-5 shrink-0" />
            {t('device.ready')}
          </>
        )}
      </p>
      {!isRefused && <PhotoTips />}
    </Card>
  )
}

type InputControlProps = { input: AnalysisInput; onChange: (changes: AnalysisInput) => void; disabled: boolean }

/** The controls of the fields that are sent with the photos, in the order of the form. Every field has one. */
const inputControls: Record<keyof AnalysisInput, (props: InputControlProps) => ReactNode> = {
  crop_type: CropControl,
}

function CropControl({ input, onChange, disabled }: InputControlProps) {
  return (
    <CropPicker
      value={input.crop_type ?? null}
      onChange={crop => onChange({ crop_type: crop ?? undefined })}
      disabled={disabled}
    />
  )
}

/** `isDownloading`: the answer waits for the model. */
function AnalyzingNotice({ isDownloading }: { isDownloading: boolean }) {
  const { t } = useTranslation()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSlow, slowAfterMs, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex items-start gap-3 rounded-lg bg-leaf-tint p-4 text-leaf-ink">
      <Spinner />
      <p>{t(isDownloading ? 'trial.waiting' : isSlow ? 'upload_image.slow' : 'upload_image.analysing')}</p>
    </div>
  )
}

const tips = ['photo_tips.one', 'photo_tips.light', 'photo_tips.sharp', 'photo_tips.signs'] as const

function PhotoTips() {
  const { t } = useTranslation()
  const content = (
    <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-6">
      {tips.map(tip => (
        <li key={tip}>{t(tip)}</li>
      ))}
    </ol>
  )
  return <Accordion items={[{ id: 'tips', title: t('photo_tips.title'), content }]} />
}
