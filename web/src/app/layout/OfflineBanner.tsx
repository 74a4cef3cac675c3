import { WifiOff } from 'lucide-react'
import { useIsOnline } from '../../api/offline/use-is-online.ts'
import { useTranslation } from '../../i18n/use-translation.ts'

/** A strip at the top while the device is offline. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
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
