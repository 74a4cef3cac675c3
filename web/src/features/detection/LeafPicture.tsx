import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { SavedPhoto, useWaitsForTap } from '../../ui/SavedPhoto.tsx'

/** A photo with its heat map over it, as strong as `opacity` says. */
export function LeafPicture({
  image,
  heatmap,
  opacity,
  alt,
}: {
  image: string
  heatmap: string | null
  opacity: number
  alt: string
}) {
  const { t } = useText()
  const [isGone, setGone] = useState(false)
  const { waits } = useWaitsForTap(image)
  const [isHeatReady, setHeatReady] = useState(false)
  if (isGone) {
    return (
      <p className="flex min-h-48 items-center justify-center rounded-lg bg-sunken p-4 text-center text-muted">
        {t('answer.photo_gone')}
      </p>
    )
  }
  return (
    // Both pictures have the same shape, so fitted into the same box they lie exactly on each other.
    <div className="relative aspect-square max-h-112 w-full overflow-hidden rounded-lg bg-sunken">
      <SavedPhoto
        src={image}
        alt={alt}
        onError={() => setGone(true)}
        className="absolute inset-0 size-full object-contain"
      />
      {heatmap !== null && !waits && (
        <img
          src={heatmap}
          alt={t('answer.heatmap_alt')}
          aria-hidden={opacity === 0}
          onLoad={() => setHeatReady(true)}
          style={{ opacity: isHeatReady ? opacity : 0 }}
          className="absolute inset-0 size-full object-contain transition-opacity duration-150 motion-reduce:transition-none"
        />
      )}
    </div>
  )
}
