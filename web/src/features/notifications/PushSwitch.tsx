import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { canPush, isPushOn, turnPushOff, turnPushOn } from './push.ts'

/** Lets this device tell news while the app is closed, or no more; nothing where the browser cannot. */
export function PushSwitch() {
  const { t } = useText()
  const client = useQueryClient()
  const { data: isOn } = useQuery({ queryKey: ['push'], queryFn: isPushOn, staleTime: 0 })
  const turn = useMutation({
    mutationFn: async (on: boolean) => (on ? turnPushOn() : turnPushOff().then(() => true)),
    onSettled: () => client.invalidateQueries({ queryKey: ['push'] }),
  })
  if (!canPush()) return <p className="text-sm text-muted">{t('notifications.push_impossible')}</p>
  const press = async () => {
    try {
      if (await turn.mutateAsync(!isOn))
        showSuccess(t('notice.success'), t(isOn ? 'notifications.push_is_off' : 'notifications.push_is_on'))
      else showError(t('notice.error'), t('notifications.push_refused'))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
  }
  return (
    <Button
      variant="secondary"
      className="self-start"
      busy={turn.isPending || isOn === undefined}
      icon={<BellRing aria-hidden="true" className="size-5 shrink-0" />}
      onClick={() => void press()}
    >
      {t(isOn ? 'notifications.push_off' : 'notifications.push_on')}
    </Button>
  )
}
