import { ImageDown } from 'lucide-react'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { useDataSaver } from '../../api/device-settings.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { classNames } from '../class-names.ts'

/** Those that were tapped stay shown until the program is loaded anew; a link changes each hour, the path before it does not. */
const tappedPaths = new Set<string>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const getPath = (url: string) => url.split('?')[0] ?? url

/** Whether a photo waits to be tapped: where its reader saves data and it has yet to come from the server. */
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

/** A photo from the server; who saves data taps it first. Nothing is asked for until then. */
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
