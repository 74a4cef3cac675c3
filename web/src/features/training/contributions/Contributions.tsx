import type { TrainingImage, TrainingLabel, TrainingState } from '@kutu/contract/training/training-images'
import { useQuery } from '@tanstack/react-query'
import { ImageOff, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { getThumbnailUrl } from '../../../api/photo-url.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { DataSaverPhoto } from '../../../ui/media/DataSaverPhoto.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { labelTones } from '../labels.ts'
import { contributionsPageSize, contributionsQuery, summaryQuery, useWithdrawImage } from '../queries.ts'

/** Lists the expert's photos, newest first. */
export function Contributions() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [withdrawing, setWithdrawing] = useState<{ id: string; when: string }>()
  const { place: containerRef, focusAfter } = useReturnFocus(withdrawing !== undefined)
  const version = useQuery(summaryQuery()).data?.active_version
  const images = useQuery(contributionsQuery(page, version))
  return (
    <section aria-label={t('mine.title')} className="flex flex-col gap-4">
      <div ref={containerRef} tabIndex={-1} className="outline-none">
        <h2 className="text-xl">{t('mine.title')}</h2>
      </div>
      <Loaded query={images} skeleton={<SkeletonList className="h-40 w-full" />}>
        {({ results, count, count_is_capped: isCapped }) =>
          count === 0 ? (
            <EmptyState title={t('mine.empty')}>{t('mine.empty_note')}</EmptyState>
          ) : (
            <>
              <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
                {results.map(image => (
                  <li key={image.id}>
                    <ContributionCard image={image} onWithdraw={setWithdrawing} />
                  </li>
                ))}
              </ul>
              <Pagination
                page={page}
                pageSize={contributionsPageSize}
                count={count}
                isCapped={isCapped}
                onPageChange={setPage}
              />
            </>
          )
        }
      </Loaded>
      <WithdrawDialog image={withdrawing} onClose={() => setWithdrawing(undefined)} onDone={focusAfter} />
    </section>
  )
}

/** Confirms the withdrawal of a photo, which cannot be undone. */
function WithdrawDialog({
  image,
  onClose,
  onDone,
}: {
  image: { id: string; when: string } | undefined
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useWithdrawImage()
  async function withdraw() {
    if (image) await mutateAsync(image.id)
    return t('mine.taken_back')
  }
  return (
    <ConfirmDialog
      isOpen={image !== undefined}
      title={t('mine.take_back_title')}
      confirmLabel={t('mine.take_back')}
      onConfirm={withdraw}
      {...{ onClose, onSettled: onDone }}
    >
      {image && (
        <div className="flex flex-col gap-2">
          <p className="font-bold">{t('mine.sent', { when: image.when })}</p>
          <p>{t('mine.take_back_lead')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}

const tones: Record<TrainingState, Tone> = {
  waiting: 'amber',
  accepted: 'leaf',
  refused: 'rust',
  duplicate: 'plain',
  withdrawn: 'plain',
}
type WithdrawHandler = (image: { id: string; when: string }) => void

/** Shows one of the expert's photos: its label, the model's current prediction and its state. */
function ContributionCard({ image, onWithdraw }: { image: TrainingImage; onWithdraw: WithdrawHandler }) {
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
            icon={Undo2}
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
