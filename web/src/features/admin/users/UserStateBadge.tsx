import type { AdminUser } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'

const tones: Record<AdminUser['state'], Tone> = {
  active: 'leaf',
  not_activated: 'amber',
  awaiting_approval: 'amber',
  deactivated: 'rust',
  leaving: 'amber',
}

/** Shows the account state; for an account to be deleted, also the deadline to keep it. */
export function UserStateBadge({ user: { state, leaves_at } }: { user: Pick<AdminUser, 'state' | 'leaves_at'> }) {
  const { t, date } = useTranslation()
  const label =
    state === 'leaving' && leaves_at ? t('users.leaves_on', { date: date(leaves_at) }) : t(`users.state.${state}`)
  return <Badge tone={tones[state]}>{label}</Badge>
}
