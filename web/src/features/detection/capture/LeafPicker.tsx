import { maxPlantPhotos } from '@kutu/contract/upload-limits'
import { Plus, TriangleAlert, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { FieldError } from '../../../ui/form/Field.tsx'
import { Dropzone } from '../../../ui/media/Dropzone.tsx'
import { UploadProgress } from '../../../ui/media/UploadProgress.tsx'
import { usePreviewUrl } from '../../../ui/media/use-preview-url.ts'
import type { SelectedLeaf, useLeafSelection } from './use-photo-upload.ts'

type Props = {
  selection: ReturnType<typeof useLeafSelection>
  /** The message shown under the input. */
  error: string | undefined
  progress: number | undefined
  disabled: boolean
  clearFailure: () => void
  /** Called when a photo is chosen. */
  onChoose: () => void
}

/** Lets the farmer choose one photo, then add more leaves of the same plant. */
export function LeafPicker(props: Props) {
  const { t } = useTranslation()
  const { selection, disabled, clearFailure } = props
  const { leaves, isAdding } = selection
  const isSingle = leaves.length < 2 && !isAdding
  return (
    <div className="flex flex-col gap-4">
      {isSingle ? <SingleLeafInput {...props} /> : <MultiLeafInput {...props} />}
      <QualityWarnings leaves={leaves} disabled={disabled} onRetake={selection.retake} />
      {leaves.length > 0 && leaves.length < maxPlantPhotos && !isAdding && props.error === undefined && (
        <div className="flex flex-col gap-1">
          <Button
            variant="secondary"
            disabled={disabled}
            icon={Plus}
            iconClass="size-6 shrink-0"
            onClick={() => {
              clearFailure()
              selection.startAdding()
            }}
          >
            {t('plant.add')}
          </Button>
          <p className="text-sm text-muted">{t('plant.add_note', { max: maxPlantPhotos })}</p>
        </div>
      )}
    </div>
  )
}

function SingleLeafInput({ selection, error, progress, disabled, clearFailure, onChoose }: Props) {
  const { t } = useTranslation()
  const [leaf] = selection.leaves
  function handleFile(file: File | null) {
    clearFailure()
    if (leaf) selection.remove(leaf.id)
    if (!file) return
    onChoose()
    selection.add(file)
  }
  return (
    <Dropzone
      label={t('upload_image.photo')}
      file={leaf?.file ?? null}
      onFile={handleFile}
      onReject={clearFailure}
      isReduced
      hasLeafCamera
      error={error}
      progress={progress}
      disabled={disabled}
    />
  )
}

function MultiLeafInput({ selection, error, progress, disabled, clearFailure }: Props) {
  const { t } = useTranslation()
  const { leaves, isAdding } = selection
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const count = leaves.length
  // Moves the focus here because the pressed button no longer exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves on every change of these values
  useEffect(() => fieldset.current?.focus({ preventScroll: true }), [count, isAdding])
  function handleFile(file: File | null) {
    clearFailure()
    if (file) selection.add(file)
  }
  return (
    <fieldset
      ref={fieldset}
      tabIndex={-1}
      aria-describedby={`${id}-count`}
      className="flex flex-col gap-4 outline-none"
    >
      <legend className="mb-2 font-bold">{t('plant.photos')}</legend>
      <p id={`${id}-count`} className="text-sm text-muted">
        {t('plant.count', { count, max: maxPlantPhotos })}
      </p>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {leaves.map((leaf, index) => (
          <LeafPhoto
            key={leaf.id}
            leaf={leaf}
            position={index + 1}
            disabled={disabled}
            onRemove={() => {
              clearFailure()
              selection.remove(leaf.id)
            }}
          />
        ))}
      </ul>
      {progress !== undefined && <UploadProgress progress={progress} />}
      {isAdding ? (
        <>
          <Dropzone
            label={t('plant.next', { position: count + 1 })}
            file={null}
            onFile={handleFile}
            onReject={clearFailure}
            isReduced
            hasLeafCamera
            error={error}
            disabled={disabled}
          />
          <Button variant="secondary" disabled={disabled} onClick={selection.stopAdding} className="self-start">
            {t('plant.no_more')}
          </Button>
        </>
      ) : (
        error && <FieldError>{error}</FieldError>
      )}
    </fieldset>
  )
}

function LeafPhoto({
  leaf,
  position,
  disabled,
  onRemove,
}: {
  leaf: SelectedLeaf
  position: number
  disabled: boolean
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const url = usePreviewUrl(leaf.file)
  const hasWarnings = leaf.quality !== null && leaf.quality.length > 0
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-white">
      <span className="relative aspect-square bg-sunken">
        {url && (
          <img src={url} alt={t('plant.photo', { position })} className="absolute inset-0 size-full object-cover" />
        )}
      </span>
      <span className="flex items-center justify-between pl-2">
        <span className="flex items-center gap-1 font-bold whitespace-nowrap">
          {hasWarnings && <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-amber-ink" />}
          {t('plant.leaf', { position })}
        </span>
        <button
          type="button"
          aria-label={t('plant.remove', { position })}
          disabled={disabled}
          onClick={onRemove}
          className="flex size-12 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink disabled:text-line"
        >
          <X aria-hidden="true" className="size-6" />
        </button>
      </span>
    </li>
  )
}

/** Lists the quality problems of the selected photos before they are submitted. */
export function QualityWarnings({
  leaves,
  disabled,
  onRetake,
}: {
  leaves: readonly SelectedLeaf[]
  disabled: boolean
  onRetake: (id: string) => void
}) {
  const { t } = useTranslation()
  const leavesWithWarnings = leaves
    .map(({ id, quality }, index) => ({ id, quality: quality ?? [], position: index + 1 }))
    .filter(({ quality }) => quality.length > 0)
  const container = useRef<HTMLDivElement>(null)
  const count = leavesWithWarnings.length
  // Scrolls back to the warnings when the user has already scrolled past them to the submit button.
  useEffect(() => {
    if (count > 0) container.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <div ref={container} className="scroll-mt-20 scroll-mb-24 empty:hidden">
      {leavesWithWarnings.length > 0 && (
        <Notice kind="warning" title={t('quality.title')}>
          <ul className="flex flex-col gap-4">
            {leavesWithWarnings.map(({ id, quality, position }) => (
              <li key={id} className="flex flex-col items-start gap-2">
                {leaves.length > 1 && <span className="font-bold">{t('plant.leaf', { position })}</span>}
                {quality.map(warning => (
                  <span key={warning} className="max-w-prose">
                    {t(`quality.${warning}`)}
                  </span>
                ))}
                <Button variant="secondary" disabled={disabled} onClick={() => onRetake(id)}>
                  {leaves.length > 1 ? t('quality.retake_leaf', { position }) : t('quality.retake')}
                </Button>
              </li>
            ))}
          </ul>
          <p className="mt-4 max-w-prose">{t('quality.anyway')}</p>
        </Notice>
      )}
    </div>
  )
}
