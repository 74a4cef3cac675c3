import { Camera } from 'lucide-react'
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react'
import { loadCatalogs } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useLeafCamera } from '../../../ui/camera/use-leaf-camera.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { MaizeIllustration } from '../../../ui/media/MaizeIllustration.tsx'

/** Small, so that the camera can be opened while the rest is still loading. */
const TrialCheck = lazy(async () => {
  const [module] = await Promise.all([import('./TrialCheck.tsx'), loadCatalogs('controls', 'detection', 'advice')])
  return { default: module.TrialCheck }
})

/** Checks one leaf on this phone, without an account. Nothing is sent. */
export function TryLeaf() {
  const { t } = useTranslation()
  const [file, setFile] = useState<File>()
  const camera = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const leafCamera = useLeafCamera(setFile)
  const input = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const [chosen] = currentTarget.files ?? []
      if (chosen) setFile(chosen)
      // Without this, choosing the same file again would fire no change event.
      currentTarget.value = ''
    },
  }
  const title = <PageTitle title={t('trial.title')} lead={t('trial.lead')} />
  const start = (
    <>
      {title}
      <MaizeIllustration className="h-56 w-full rounded-lg sm:h-80" />
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button
          size="large"
          icon={<Camera aria-hidden="true" className="size-7 shrink-0" />}
          onClick={() => camera.current?.click()}
          className="pointer-fine:hidden"
        >
          {t('trial.camera')}
        </Button>
        <Button
          size="large"
          variant="secondary"
          onClick={() => picker.current?.click()}
          className="pointer-fine:border-leaf-press pointer-fine:bg-leaf-press pointer-fine:text-white pointer-fine:hover:border-leaf-ink pointer-fine:hover:bg-leaf-ink"
        >
          {t('trial.choose')}
        </Button>
      </div>
    </>
  )
  return (
    <>
      {/* They stay while the rest arrives: a removed input would lose the photo of an open camera. */}
      <input
        {...input}
        ref={camera}
        capture="environment"
        aria-label={t('trial.camera')}
        onClick={leafCamera.handleClick}
      />
      <input {...input} ref={picker} aria-label={t('trial.choose')} />
      {leafCamera.view}
      <Suspense fallback={file ? title : start}>
        <TrialCheck file={file} start={start} title={title} onFile={setFile} />
      </Suspense>
    </>
  )
}
