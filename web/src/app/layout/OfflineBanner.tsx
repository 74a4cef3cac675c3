import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** A strip at the top while the device is offline. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 py-2 text-sm font-bold text-white">
          <WifiOff aria-hidden="true" className="size-5 shrink-0" />
          {t('state.offline')}
        </p>
      )}
    </div>
  )
}
