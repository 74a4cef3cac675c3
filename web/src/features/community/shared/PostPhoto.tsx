import { clsx } from 'clsx'
import { useState } from 'react'
import { getThumbnailUrl } from '../../../api/photo-url.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { DataSaverPhoto } from '../../../ui/media/DataSaverPhoto.tsx'

const layouts = {
  card: 'aspect-[3/4] max-w-28 shrink-0 object-cover sm:aspect-square sm:max-w-40',
  /** A strip on a phone, a square beside the text on wider screens. */
  beside: 'aspect-[16/9] object-cover sm:aspect-square',
  /** The height is known before the photo is there, so that nothing moves. */
  whole: 'aspect-square max-h-[70dvh] object-contain',
}

/** The photo of a post. Its signed URL expires after an hour; then a message is shown instead. */
export function PostPhoto({
  image,
  title,
  layout = 'card',
}: {
  image: string
  title: string
  layout?: keyof typeof layouts
}) {
  const { t } = useTranslation()
  const [failedImage, setFailedImage] = useState<string>()
  if (failedImage === image) {
    return <p className="rounded-lg bg-sunken p-4 text-center text-sm text-muted">{t('photo.gone')}</p>
  }
  return (
    <DataSaverPhoto
      src={layout === 'whole' ? image : getThumbnailUrl(image)}
      alt={t('post.photo', { title })}
      loading="lazy"
      decoding="async"
      onError={() => setFailedImage(image)}
      className={clsx('w-full rounded-lg border border-line bg-sunken', layouts[layout])}
    />
  )
}
