import type { AdminUser } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { UserStateBadge } from './UserStateBadge.tsx'

export function UserDetails({ user }: { user: AdminUser }) {
  const { t, dateTime } = useTranslation()
  const details = [
    [t('users.email'), user.email],
    [t('users.phone'), user.phone_number || t('users.none_given')],
    [t('users.role'), t(`users.role.${user.role}`)],
    [t('users.state'), <UserStateBadge key="state" user={user} />],
    [t('users.second_factors'), t('users.second_factors_count', { count: user.second_factors })],
    [t('users.since'), dateTime(user.created_at)],
    ...(user.deactivated_at
      ? [[t(`users.${user.leaves_at ? 'closed' : 'deactivated'}_at`), dateTime(user.deactivated_at)] as const]
      : []),
    ...(user.leaves_at ? [[t('users.leaves_at'), dateTime(user.leaves_at)] as const] : []),
  ] as const
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {details.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
