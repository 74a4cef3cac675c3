import type { AdminUser } from '@kutu/contract/admin'
import { useText } from '../../text/use-text.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'

const tones: Record<AdminUser['state'], Tone> = {
  active: 'leaf',
  not_activated: 'amber',
  deactivated: 'rust',
  leaving: 'amber',
}

/** Of one who leaves, also until when there is a way back. */
export function UserState({ user: { state, leaves_at } }: { user: Pick<AdminUser, 'state' | 'leaves_at'> }) {
  const { t, date } = useText()
  const told =
    state === 'leaving' && leaves_at ? t('users.leaves_on', { date: date(leaves_at) }) : t(`users.state.${state}`)
  return <Badge tone={tones[state]}>{told}</Badge>
}
