import { clsx } from 'clsx'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'

/** Pixels of the screen per pixel of the photo when zoomed in. */
const zoomFactor = 2

/** Shows a photo as a whole, or enlarged until its single pixels are visible; the enlarged photo scrolls. */
export function ZoomablePhoto({
  image,
  isZoomed,
  onToggle,
}: {
  image: string
  isZoomed: boolean
  onToggle: () => void
}) {
  const { t } = useTranslation()
  const frameRef = useRef<HTMLDivElement>(null)
  const photoRef = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const [frame, photo] = [frameRef.current, photoRef.current]
    if (!frame || !photo) return
    photo.style.width = isZoomed ? `${photo.naturalWidth * zoomFactor}px` : ''
    frame.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, (frame.scrollHeight - frame.clientHeight) / 2)
  }, [isZoomed])
  return (
    <div className="flex flex-col items-start gap-2">
      <div
        ref={frameRef}
        tabIndex={isZoomed ? 0 : undefined}
        className="h-[40dvh] w-full sm:h-[60dvh] overflow-auto rounded-lg bg-sunken"
      >
        <img
          ref={photoRef}
          src={image}
          alt={t('review.photo')}
          className={clsx(
            'mx-auto',
            isZoomed ? 'max-w-none [image-rendering:pixelated]' : 'h-full w-full object-contain',
          )}
        />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="secondary"
          aria-pressed={isZoomed}
          icon={
            isZoomed ? (
              <ZoomOut aria-hidden="true" className="size-5" />
            ) : (
              <ZoomIn aria-hidden="true" className="size-5" />
            )
          }
          onClick={onToggle}
        >
          {t(isZoomed ? 'review.zoom_out' : 'review.zoom_in')}
        </Button>
        <a
          href={image}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-12 items-center text-leaf-ink underline"
        >
          {t('review.larger')}
        </a>
      </div>
    </div>
  )
}
