import type { User } from '@kutu/contract/accounts/accounts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { DetailList } from '../../../ui/layout/DetailList.tsx'
import { ProfilePhoto } from './ProfilePhoto.tsx'

/** Shows the settings, and the stored user, branch and account. */
export function AccountSummary({ user, settings }: { user: User; settings: ReactNode }) {
  const { t } = useTranslation()
  const { branch } = user
  const { account } = branch
  const renderStatus = (
    isPositive: boolean,
    positiveKey: 'profile.active' | 'profile.verified',
    negativeKey: 'profile.inactive' | 'profile.unverified',
  ) => <Badge tone={isPositive ? 'leaf' : 'amber'}>{t(isPositive ? positiveKey : negativeKey)}</Badge>
  const gender = user.gender === 'MALE' || user.gender === 'FEMALE' ? t(`profile.gender.${user.gender}`) : user.gender
  return (
    <div className="flex flex-col gap-4">
      {settings}
      <Card title={t('profile.user')}>
        <DescriptionList
          entries={[
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
        <DescriptionList
          entries={[
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
        <DescriptionList
          entries={[
            [t('profile.account_number'), account.accountNumber],
            [t('profile.account_type'), account.customerType.name],
            [t('profile.status'), renderStatus(account.isActivated, 'profile.active', 'profile.inactive')],
            [t('profile.phone'), renderStatus(account.isPhoneVerified, 'profile.verified', 'profile.unverified')],
            [t('account.email'), renderStatus(account.isEmailVerified, 'profile.verified', 'profile.unverified')],
            [t('profile.website'), account.website ?? t('profile.none')],
          ]}
        />
      </Card>
      <ProfilePhoto user={user} />
    </div>
  )
}

/** Lists details. An empty value is shown as "not given". */
function DescriptionList({ entries }: { entries: readonly (readonly [name: string, value: ReactNode])[] }) {
  const { t } = useTranslation()
  const notGiven = <span className="text-muted">{t('field.not_given')}</span>
  return (
    <DetailList
      details={entries.map(([name, value]) => [name, value || notGiven])}
      className="grid gap-x-6 gap-y-4 sm:grid-cols-2"
    />
  )
}
