import { Download } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useModelDownload } from '../../../vision/download-progress.ts'
import { modelBytes } from '../../../vision/model-files.ts'
import type { DeviceModelStatus } from './use-device-model.ts'

/** The progress of the model's download, or the question whether to download it while data is saved. */
export function ModelDownload({ model, onAgree }: { model: DeviceModelStatus; onAgree: () => void }) {
  const { t, bytes, percent } = useTranslation()
  const share = useModelDownload()
  const size = bytes(modelBytes.transferred)
  if (model === 'asking')
    return (
      <Notice
        title={t('model.ask_title', { size })}
        action={
          <Button icon={Download} onClick={onAgree}>
            {t('model.ask_yes', { size })}
          </Button>
        }
      >
        {t('model.ask_why')}
      </Notice>
    )
  if (model !== 'fetching') return null
  return (
    <div className="flex flex-col gap-1">
      <p className="flex justify-between gap-4 text-sm">
        <span>{t('model.fetching', { size })}</span>
        <span aria-hidden="true">{percent(share, 0)}</span>
      </p>
      <progress
        aria-label={t('model.fetching', { size })}
        max={1}
        value={share}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-leaf"
      />
    </div>
  )
}
