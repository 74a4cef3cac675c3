import { Camera, RotateCw, Sprout } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { usePreviewUrl } from '../../../ui/media/use-preview-url.ts'
import { ModelDownload } from '../capture/ModelDownload.tsx'
import { type DeviceModelStatus, useDeviceModel } from '../capture/use-device-model.ts'
import { useTrial } from './use-trial.ts'

const loadAnswer = async () => ({ default: (await import('./TrialAnswer.tsx')).TrialAnswer })
const TrialAnswer = lazy(loadAnswer)

type Props = {
  file: File | undefined
  /** The title with the buttons that take or choose a photo. */
  start: ReactNode
  title: ReactNode
  /** Called without a file to start again. */
  onFile: (file: File | undefined) => void
}

/** Downloads the model, checks the photo as soon as there is one, and shows the answer. */
export function TrialCheck({ file, start, title, onFile }: Props) {
  const { t } = useTranslation()
  const [isDownloadAgreed, setDownloadAgreed] = useState(false)
  const model = useDeviceModel(isDownloadAgreed)
  const { result, retry } = useTrial(file, model !== 'asking')
  const restart = () => onFile(undefined)
  useEffect(() => {
    // While the visitor takes the photo. If it fails, the answer is loaded when it is shown.
    loadAnswer().catch(() => undefined)
  }, [])
  if (result?.kind === 'answered')
    return (
      <Suspense fallback={title}>
        <TrialAnswer key={result.item.key} item={result.item} onRestart={restart} />
      </Suspense>
    )
  return (
    <>
      {file === undefined ? start : title}
      {file && <Photo file={file} />}
      <div role="status" className="empty:hidden">
        {file && !result && model !== 'asking' && <Looking model={model} />}
      </div>
      {result && (
        <Notice kind="error">
          <p>{result.message}</p>
        </Notice>
      )}
      {result && (
        <div className="flex flex-col gap-2 sm:flex-row">
          {result.canRetry && (
            <Button size="large" icon={<RotateCw aria-hidden="true" className="size-6 shrink-0" />} onClick={retry}>
              {t('action.retry')}
            </Button>
          )}
          <Button
            size="large"
            variant={result.canRetry ? 'secondary' : 'primary'}
            icon={<Camera aria-hidden="true" className="size-6 shrink-0" />}
            onClick={restart}
          >
            {t('trial.another_photo')}
          </Button>
        </div>
      )}
      <ModelDownload model={model} onAgree={() => setDownloadAgreed(true)} />
      {model === 'ready' && !file && <p className="text-sm text-muted">{t('trial.ready')}</p>}
      <p>
        <TextLink to="/learn" className="gap-2">
          <Sprout aria-hidden="true" className="size-5 shrink-0" />
          {t('trial.learn')}
        </TextLink>
      </p>
    </>
  )
}

function Photo({ file }: { file: File }) {
  const { t } = useTranslation()
  const url = usePreviewUrl(file)
  return url && <img src={url} alt={t('upload.preview')} className="max-h-80 w-full rounded-lg object-contain" />
}

/** The photo waits for the model, or the model is looking at it. */
function Looking({ model }: { model: DeviceModelStatus }) {
  const { t } = useTranslation()
  return (
    <p className="flex items-center gap-3 rounded-lg bg-leaf-tint p-4 text-leaf-ink">
      <Spinner />
      {t(model === 'fetching' ? 'trial.waiting' : 'trial.looking')}
    </p>
  )
}
