import { clsx } from 'clsx'
import { useState } from 'react'
import { getThumbnailUrl } from '../../../api/photo-url.ts'
import { useTapToLoad } from '../../../ui/media/DataSaverPhoto.tsx'
import { Logo } from '../../../ui/media/Logo.tsx'

/** A decorative photo. Shows the logo while its address is not known and when it cannot be loaded. */
export function AnalysisThumbnail({
  src,
  className = 'size-16 sm:size-20',
}: {
  src: string | undefined
  className?: string
}) {
  const [hasFailed, setHasFailed] = useState(false)
  // Not tappable here: the row is a link to the analysis, where the photo can be tapped.
  const { needsTap } = useTapToLoad(src ?? '')
  return (
    <span className={clsx('flex shrink-0 items-center justify-center overflow-hidden rounded-md bg-sunken', className)}>
      {src === undefined || hasFailed || needsTap ? (
        <Logo className="size-10 opacity-60 grayscale" />
      ) : (
        <img
          src={getThumbnailUrl(src)}
          alt=""
          width={80}
          height={80}
          loading="lazy"
          decoding="async"
          onError={() => setHasFailed(true)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
