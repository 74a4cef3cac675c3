import { useState } from 'react'
import { smallPhoto } from '../api/small-photo.ts'
import { useText } from '../text/use-text.ts'
import { join } from '../ui/join.ts'
import { SavedPhoto } from '../ui/SavedPhoto.tsx'

const shapes = {
  strip: 'aspect-[16/9] max-h-64 object-cover',
  /** On a phone a strip, else a square beside the text. */
  beside: 'aspect-[16/9] object-cover sm:aspect-square',
  whole: 'max-h-[70dvh] object-contain',
}

/** The photo of a post, cut in a list. Its link lives for an hour: where it has died, a sentence says so. */
export function PostPhoto({
  image,
  title,
  shape = 'strip',
}: {
  image: string
  title: string
  shape?: keyof typeof shapes
}) {
  const { t } = useText()
  const [goneImage, setGoneImage] = useState<string>()
  if (goneImage === image) {
    return <p className="rounded-lg bg-sunken p-4 text-center text-sm text-muted">{t('post.photo_gone')}</p>
  }
  return (
    <SavedPhoto
      src={shape === 'whole' ? image : smallPhoto(image)}
      alt={t('post.photo', { title })}
      loading="lazy"
      decoding="async"
      onError={() => setGoneImage(image)}
      className={join('w-full rounded-lg border border-line bg-sunken', shapes[shape])}
    />
  )
}
