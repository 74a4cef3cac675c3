import type { CropType } from '@kutu/contract/common'
import { Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { LeafChoice } from './LeafChoice.tsx'
import { PhotoTips } from './PhotoTips.tsx'
import type { Answered } from './process-photo.ts'
import { type DeviceModel, useDeviceModel } from './use-device-model.ts'
import { usePhotoUpload } from './use-photo-upload.ts'

const crops = ['MAIZE', 'WHEAT', 'RICE', 'BEANS'] as const satisfies readonly CropType[]
const slowAfterMilliseconds = 15_000

/** Choose a photo, or several of one plant, say the crop if known, and have it analysed. */
export function PhotoForm({ title, onAnswer }: { title?: string; onAnswer: (answered: Answered) => void }) {
  const { t } = useText()
  const model = useDeviceModel()
  const upload = usePhotoUpload(onAnswer)
  const { chosen } = upload
  const isBusy = upload.phase !== 'choosing'
  const choices = [
    { value: 'unsaid' as const, label: t('upload_image.crop_unsaid') },
    ...crops.map(crop => ({ value: crop, label: t(`crop.${crop}`) })),
  ]
  return (
    <Card {...(title && { title })}>
      <LeafChoice
        chosen={chosen}
        error={upload.problem?.message}
        progress={upload.phase === 'sending' ? upload.progress : undefined}
        disabled={isBusy}
        forgetProblem={upload.forgetProblem}
      />
      <ChoiceChips<CropType | 'unsaid'>
        legend={t('upload_image.crop')}
        choices={choices}
        value={chosen.crop ?? 'unsaid'}
        onChange={crop => chosen.chooseCrop(crop === 'unsaid' ? null : crop)}
        disabled={isBusy}
      />
      <div className="flex flex-col gap-2 sm:flex-row">
        <Button
          size="large"
          variant={chosen.leaves.length > 0 ? 'primary' : 'secondary'}
          busy={isBusy}
          onClick={upload.process}
          className="grow"
        >
          {t('upload_image.process')}
        </Button>
        {isBusy && (
          <Button size="large" variant="secondary" onClick={upload.stop}>
            {t('upload_image.stop')}
          </Button>
        )}
      </div>
      <div role="status">{upload.phase === 'analysing' && <Analysing />}</div>
      <DeviceModelState model={model} />
      <PhotoTips isOpen={upload.problem?.isNoLeaf ?? false} />
    </Card>
  )
}

function Analysing() {
  const { t } = useText()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSlow, slowAfterMilliseconds, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex items-start gap-3 rounded-lg bg-leaf-tint p-4 text-leaf-ink">
      <Waiting />
      <p>{t(isSlow ? 'upload_image.slow' : 'upload_image.analysing')}</p>
    </div>
  )
}

/** Whether this phone could answer by itself; nothing where it cannot. */
function DeviceModelState({ model }: { model: DeviceModel }) {
  const { t } = useText()
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
      {model === 'ready' && (
        <>
          <Smartphone aria-hidden="true" className="size-5 shrink-0" />
          {t('device.ready')}
        </>
      )}
      {model === 'fetching' && t('device.fetching')}
    </p>
  )
}
