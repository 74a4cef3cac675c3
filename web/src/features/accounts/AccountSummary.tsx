import type { User } from '@kutu/contract/accounts'
import { useText } from '../../text/use-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { Facts } from './Facts.tsx'
import { OwnPhoto } from './OwnPhoto.tsx'

/** Everything the stored record says about the person, the branch and the account. */
export function AccountSummary({ user }: { user: User }) {
  const { t } = useText()
  const { branch } = user
  const { account } = branch
  const state = (
    isGood: boolean,
    good: 'profile.active' | 'profile.verified',
    bad: 'profile.inactive' | 'profile.unverified',
  ) => <Badge tone={isGood ? 'leaf' : 'amber'}>{t(isGood ? good : bad)}</Badge>
  const gender = user.gender === 'MALE' || user.gender === 'FEMALE' ? t(`profile.gender.${user.gender}`) : user.gender
  return (
    <div className="flex flex-col gap-4">
      <Card title={t('profile.user')}>
        <Facts
          of={[
            [t('profile.full_name'), [user.firstName, user.middleName, user.lastName].filter(Boolean).join(' ')],
            [t('account.username'), user.username],
            [t('profile.mobile'), user.phone],
            [t('profile.gender'), gender],
            [t('profile.physical_address'), user.physicalAddress],
            [t('account.email'), user.email],
          ]}
        />
      </Card>
      <Card title={t('profile.branch')}>
        <Facts
          of={[
            [t('profile.branch_name'), branch.name],
            [t('profile.primary_email'), branch.primaryEmail],
            [t('profile.primary_phone'), branch.primaryPhone],
            [t('profile.physical_address'), branch.physicalAddress],
            [t('profile.contact_phone'), branch.contactPerson.mobileNo],
            [t('profile.contact_email'), branch.contactPerson.email],
          ]}
        />
      </Card>
      <Card title={t('profile.account')}>
        <Facts
          of={[
            [t('profile.account_number'), account.accountNumber],
            [t('profile.account_type'), account.customerType.name],
            [t('profile.status'), state(account.isActivated, 'profile.active', 'profile.inactive')],
            [t('profile.phone'), state(account.isPhoneVerified, 'profile.verified', 'profile.unverified')],
            [t('account.email'), state(account.isEmailVerified, 'profile.verified', 'profile.unverified')],
            [t('profile.website'), account.website ?? t('profile.none')],
          ]}
        />
      </Card>
      <OwnPhoto user={user} />
    </div>
  )
}
