import { useState } from 'react'
import { useText } from '../text/use-text.ts'
import { join } from './join.ts'
import { useWaitsForTap } from './SavedPhoto.tsx'

const sizes = { small: 40, usual: 48 }
const letter = 'flex items-center justify-center font-bold text-leaf-ink uppercase'

/** The face beside a name: the photo, or the first letter where there is none, where its link has died, and where its reader saves data until a tap. */
export function Portrait({
  name,
  photo = null,
  size = 'usual',
}: {
  name: string
  photo?: string | null | undefined
  size?: keyof typeof sizes
}) {
  const { t } = useText()
  const { waits, show } = useWaitsForTap(photo ?? '')
  const [gone, setGone] = useState<string>()
  const initial = [...name][0]
  const round = join('shrink-0 rounded-full bg-leaf-tint', size === 'small' ? 'size-10' : 'size-12 text-lg')
  if (photo === null || photo === gone)
    return (
      <span aria-hidden="true" className={join(round, letter)}>
        {initial}
      </span>
    )
  if (waits)
    return (
      <button
        type="button"
        aria-label={`${t('photo.show')}: ${name}`}
        onClick={show}
        className={join(round, letter, 'relative border border-edge after:absolute after:-inset-1')}
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
      onError={() => setGone(photo)}
      className={join(round, 'object-cover')}
    />
  )
}
