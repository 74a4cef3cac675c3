import type { TrainingImage, TrainingLabel, TrainingState } from '@kutu/contract/training/training-images'
import { ImageOff, Undo2 } from 'lucide-react'
import { getThumbnailUrl } from '../../../api/photo-url.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { DataSaverPhoto } from '../../../ui/media/DataSaverPhoto.tsx'
import { labelTones } from '../labels.ts'

const tones: Record<TrainingState, Tone> = {
  waiting: 'amber',
  accepted: 'leaf',
  refused: 'rust',
  duplicate: 'plain',
  withdrawn: 'plain',
}
type WithdrawHandler = (image: { id: string; when: string }) => void

/** Shows one of the expert's photos: its label, the model's current prediction and its state. */
export function ContributionCard({ image, onWithdraw }: { image: TrainingImage; onWithdraw: WithdrawHandler }) {
  const { t, dateTime } = useTranslation()
  const { state, label, given_label: givenLabel, crop_type: crop, origin } = image
  const when = dateTime(image.uploaded_at)
  return (
    <article className="flex h-full gap-4 rounded-lg border border-line bg-white p-4">
      <ContributionPhoto image={image} />
      <div className="flex min-w-0 grow flex-col items-start gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <LabelBadge label={label} />
          {crop && <span>{t(`crop.${crop}`)}</span>}
        </p>
        {givenLabel !== null && givenLabel !== label && (
          <p className="text-sm">{t('mine.given', { given: t(`class.${givenLabel}`) })}</p>
        )}
        <ModelPrediction image={image} />
        <div className="flex flex-col items-start gap-1">
          <Badge tone={tones[state]}>{t(`mine.state.${state}`)}</Badge>
          <p className="text-sm">{image.message}</p>
        </div>
        <p className="text-sm text-muted">
          {t('mine.sent', { when })}
          {origin !== 'upload' && ` · ${t(origin === 'report' ? 'mine.reported' : 'mine.imported')}`}
        </p>
        {state !== 'withdrawn' && (
          <Button
            variant="secondary"
            aria-label={t('mine.take_back_of', { when })}
            icon={<Undo2 aria-hidden="true" className="size-5" />}
            onClick={() => onWithdraw({ id: image.id, when })}
          >
            {t('mine.take_back')}
          </Button>
        )}
      </div>
    </article>
  )
}

function ContributionPhoto({ image: { image, given_label: givenLabel } }: { image: TrainingImage }) {
  const { t } = useTranslation()
  if (image === null)
    return (
      <div
        role="img"
        aria-label={t('mine.no_picture')}
        className="flex size-24 shrink-0 items-center justify-center rounded-md bg-sunken text-muted sm:size-32"
      >
        <ImageOff aria-hidden="true" className="size-8" />
      </div>
    )
  const alt = givenLabel === null ? t('mine.picture_reported') : t('mine.picture', { label: t(`class.${givenLabel}`) })
  return (
    <DataSaverPhoto
      src={getThumbnailUrl(image)}
      alt={alt}
      loading="lazy"
      className="size-24 shrink-0 rounded-md object-cover sm:size-32"
    />
  )
}

function ModelPrediction({ image: { model } }: { image: TrainingImage }) {
  const { t, percent } = useTranslation()
  if (model === null) return null
  if (model.rust_class === null) return <p>{t('mine.model_no_leaf')}</p>
  const confidence = percent(model.confidence ?? 0)
  return <p>{t('mine.model_says', { label: t(`class.${model.rust_class}`), confidence })}</p>
}

function LabelBadge({ label }: { label: TrainingLabel | null }) {
  const { t } = useTranslation()
  if (label === null) return <Badge>{t('mine.no_label')}</Badge>
  return <Badge tone={labelTones[label]}>{t(`class.${label}`)}</Badge>
}
