import { ImageDown } from 'lucide-react'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { useDataSaver } from '../../api/device-settings.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { classNames } from '../class-names.ts'

/**
 * Photos that were tapped stay visible until the page reloads. The query of an address changes every hour, its path
 * does not.
 */
const tappedPaths = new Set<string>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const getPath = (url: string) => url.split('?')[0] ?? url

/** Returns true for `needsTap` if data saver mode is on and the photo would have to be downloaded. */
export function useTapToLoad(url: string): { needsTap: boolean; load: () => void } {
  const isDataSaverOn = useDataSaver()
  const isTapped = () => tappedPaths.has(getPath(url))
  const wasTapped = useSyncExternalStore(subscribe, isTapped, isTapped)
  const isLocal = url.startsWith('blob:') || url.startsWith('data:')
  const load = () => {
    tappedPaths.add(getPath(url))
    for (const listener of listeners) listener()
  }
  return { needsTap: isDataSaverOn && !isLocal && !wasTapped, load }
}

/** A photo of the server. In data saver mode it loads only when tapped. */
export function DataSaverPhoto({ src, alt, className, ...rest }: ComponentProps<'img'> & { src: string; alt: string }) {
  const { t } = useTranslation()
  const { needsTap, load } = useTapToLoad(src)
  if (!needsTap) return <img {...rest} src={src} alt={alt} className={className} />
  return (
    <button
      type="button"
      aria-label={`${t('photo.show')}: ${alt}`}
      onClick={load}
      className={classNames(
        'flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-lg border border-edge bg-sunken p-2 text-center font-bold text-leaf-ink',
        className,
      )}
    >
      <ImageDown aria-hidden="true" className="size-5 shrink-0" />
      <span className="text-sm">{t('photo.show')}</span>
    </button>
  )
}
