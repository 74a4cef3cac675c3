import { ImageDown } from 'lucide-react'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { useIsSavingData } from '../api/device.ts'
import { useText } from '../text/use-text.ts'
import { join } from './join.ts'

/** Those that were tapped stay shown until the program is loaded anew; a link changes each hour, the path before it does not. */
const shown = new Set<string>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const pathOf = (address: string) => address.split('?')[0] ?? address

/** Whether a photo waits to be tapped: where its reader saves data and it has yet to come from the server. */
export function useWaitsForTap(address: string): { waits: boolean; show: () => void } {
  const isSaving = useIsSavingData()
  const isShown = () => shown.has(pathOf(address))
  const wasTapped = useSyncExternalStore(subscribe, isShown, isShown)
  const isHere = address.startsWith('blob:') || address.startsWith('data:')
  const show = () => {
    shown.add(pathOf(address))
    for (const listener of listeners) listener()
  }
  return { waits: isSaving && !isHere && !wasTapped, show }
}

/** A photo from the server; who saves data taps it first. Nothing is asked for until then. */
export function SavedPhoto({ src, alt, className, ...rest }: ComponentProps<'img'> & { src: string; alt: string }) {
  const { t } = useText()
  const { waits, show } = useWaitsForTap(src)
  if (!waits) return <img {...rest} src={src} alt={alt} className={className} />
  return (
    <button
      type="button"
      aria-label={`${t('photo.show')}: ${alt}`}
      onClick={show}
      className={join(
        'flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-lg border border-edge bg-sunken p-2 text-center font-bold text-leaf-ink',
        className,
      )}
    >
      <ImageDown aria-hidden="true" className="size-5 shrink-0" />
      <span className="text-sm">{t('photo.show')}</span>
    </button>
  )
}
