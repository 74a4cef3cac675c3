import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { getErrorMessage } from '../../api/errors.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { showError, showSuccess } from '../../ui/feedback/toasts.ts'
import { disablePush, enablePush, isPushEnabled, isPushSupported } from './push.ts'

/** Turns push notifications of this device on and off. */
export function PushSwitch() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data: isEnabled } = useQuery({ queryKey: ['push'], queryFn: isPushEnabled, staleTime: 0 })
  const togglePush = useMutation({
    mutationFn: async (isEnabling: boolean) => (isEnabling ? enablePush() : disablePush().then(() => true)),
    onSettled: () => client.invalidateQueries({ queryKey: ['push'] }),
  })
  if (!isPushSupported()) return <p className="text-sm text-muted">{t('notifications.push_impossible')}</p>
  const handleClick = async () => {
    try {
      if (await togglePush.mutateAsync(!isEnabled))
        showSuccess(t('notice.success'), t(isEnabled ? 'notifications.push_is_off' : 'notifications.push_is_on'))
      else showError(t('notice.error'), t('notifications.push_refused'))
    } catch (error) {
      showError(t('notice.error'), getErrorMessage(error))
    }
  }
  return (
    <Button
      variant="secondary"
      className="self-start"
      busy={togglePush.isPending || isEnabled === undefined}
      icon={<BellRing aria-hidden="true" className="size-5 shrink-0" />}
      onClick={() => void handleClick()}
    >
      {t(isEnabled ? 'notifications.push_off' : 'notifications.push_on')}
    </Button>
  )
}
