import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useTapToLoad } from './DataSaverPhoto.tsx'

const sizes = { small: 40, usual: 48, large: 96 }
const sizeClasses = { small: 'size-10', usual: 'size-12 text-lg', large: 'size-24 text-3xl' }
const initialClass = 'flex items-center justify-center font-bold text-leaf-ink uppercase'

/**
 * The photo of a person, or the initial of the name: without a photo, after a failed load, and in data saver mode until
 * it is tapped.
 */
export function Avatar({
  name,
  photo = null,
  size = 'usual',
}: {
  name: string
  photo?: string | null | undefined
  size?: keyof typeof sizes
}) {
  const { t } = useTranslation()
  const { needsTap, load } = useTapToLoad(photo ?? '')
  const [failedPhoto, setFailedPhoto] = useState<string>()
  const initial = [...name][0]
  const avatarClass = clsx('shrink-0 rounded-full bg-leaf-tint', sizeClasses[size])
  if (photo === null || photo === failedPhoto)
    return (
      <span aria-hidden="true" className={clsx(avatarClass, initialClass)}>
        {initial}
      </span>
    )
  if (needsTap)
    return (
      <button
        type="button"
        aria-label={`${t('photo.show')}: ${name}`}
        onClick={load}
        className={clsx(avatarClass, initialClass, 'relative border border-edge after:absolute after:-inset-1')}
      >
        {initial}
      </button>
    )
  return (
    <img
      src={photo}
      alt=""
      width={sizes[size]}
      height={sizes[size]}
      loading="lazy"
      decoding="async"
      onError={() => setFailedPhoto(photo)}
      className={clsx(avatarClass, 'object-cover')}
    />
  )
}
