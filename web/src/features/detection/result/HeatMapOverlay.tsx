import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { DataSaverPhoto, useTapToLoad } from '../../../ui/media/DataSaverPhoto.tsx'

/**
 * Shows a photo with its heat map on top. Both images have the same aspect ratio, so either fit aligns them.
 * @param fit `cover` fills the box and may cut off the edges, `contain` shows the whole photo
 * @param onPhotoClick runs on a tap on the loaded photo, for which the keyboard and screen readers have a button elsewhere
 */
export function HeatMapOverlay({
  image,
  heatmap,
  isHeatMapShown = true,
  alt,
  fit = 'contain',
  className,
  onPhotoClick,
}: {
  image: string
  heatmap: string | null
  isHeatMapShown?: boolean
  alt: string
  fit?: 'cover' | 'contain'
  className: string
  onPhotoClick?: () => void
}) {
  const { t } = useTranslation()
  const [hasFailed, setHasFailed] = useState(false)
  const { needsTap } = useTapToLoad(image)
  const [isHeatMapLoaded, setHeatMapLoaded] = useState(false)
  const fitClass = fit === 'cover' ? 'object-cover' : 'object-contain'
  if (hasFailed) {
    return (
      <p className={clsx('flex items-center justify-center bg-sunken p-4 text-center text-muted', className)}>
        {t('photo.gone')}
      </p>
    )
  }
  return (
    <div className={clsx('relative overflow-hidden bg-sunken', className)}>
      <DataSaverPhoto
        src={image}
        alt={alt}
        onError={() => setHasFailed(true)}
        onClick={onPhotoClick}
        className={clsx('absolute inset-0 size-full', fitClass)}
      />
      {heatmap !== null && !needsTap && (
        <img
          src={heatmap}
          alt={t('answer.heatmap_alt')}
          aria-hidden={!isHeatMapShown}
          onLoad={() => setHeatMapLoaded(true)}
          className={clsx(
            'pointer-events-none absolute inset-0 size-full transition-opacity motion-reduce:transition-none',
            fitClass,
            isHeatMapShown && isHeatMapLoaded ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
    </div>
  )
}
