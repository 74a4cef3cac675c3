import { useState } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { DataSaverPhoto, useTapToLoad } from '../../../../ui/media/DataSaverPhoto.tsx'

/** Shows a photo with its heat map on top. `opacity` is between 0 and 1. */
export function HeatMapOverlay({
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
  const { t } = useTranslation()
  const [hasFailed, setHasFailed] = useState(false)
  const { needsTap } = useTapToLoad(image)
  const [isHeatMapLoaded, setHeatMapLoaded] = useState(false)
  if (hasFailed) {
    return (
      <p className="flex min-h-48 items-center justify-center rounded-lg bg-sunken p-4 text-center text-muted">
        {t('answer.photo_gone')}
      </p>
    )
  }
  return (
    // Both images have the same aspect ratio, so `object-contain` aligns them.
    <div className="relative aspect-square max-h-112 w-full overflow-hidden rounded-lg bg-sunken">
      <DataSaverPhoto
        src={image}
        alt={alt}
        onError={() => setHasFailed(true)}
        className="absolute inset-0 size-full object-contain"
      />
      {heatmap !== null && !needsTap && (
        <img
          src={heatmap}
          alt={t('answer.heatmap_alt')}
          aria-hidden={opacity === 0}
          onLoad={() => setHeatMapLoaded(true)}
          style={{ opacity: isHeatMapLoaded ? opacity : 0 }}
          className="absolute inset-0 size-full object-contain transition-opacity duration-150 motion-reduce:transition-none"
        />
      )}
    </div>
  )
}
