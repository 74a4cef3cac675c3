import type { AdminUser } from '@kutu/contract/admin'
import { useText } from '../../text/use-text.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'

const tones: Record<AdminUser['state'], Tone> = { active: 'leaf', not_activated: 'amber', deactivated: 'rust' }

export function UserState({ state }: { state: AdminUser['state'] }) {
  const { t } = useText()
  return <Badge tone={tones[state]}>{t(`users.state.${state}`)}</Badge>
}
