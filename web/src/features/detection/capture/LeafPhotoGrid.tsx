import { TriangleAlert, X } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { UploadProgress } from '../../../ui/media/UploadProgress.tsx'
import { usePreviewUrl } from '../../../ui/media/use-preview-url.ts'
import type { SelectedLeaf } from './leaf-photo.ts'

/** Shows the selected photos of one plant as thumbnails with a remove button each. */
export function LeafPhotoGrid({
  leaves,
  progress,
  disabled,
  onRemove,
}: {
  leaves: readonly SelectedLeaf[]
  progress: number | undefined
  disabled: boolean
  onRemove: (id: string) => void
}) {
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {leaves.map((leaf, index) => (
          <LeafPhoto
            key={leaf.id}
            leaf={leaf}
            position={index + 1}
            disabled={disabled}
            onRemove={() => onRemove(leaf.id)}
          />
        ))}
      </ul>
      {progress !== undefined && <UploadProgress progress={progress} />}
    </>
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
