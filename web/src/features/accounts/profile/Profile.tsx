import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useAddress } from '../../../router.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { ChangePassword } from '../passwords/ChangePassword.tsx'
import { AccountSummary } from './AccountSummary.tsx'
import { CompleteProfile } from './CompleteProfile.tsx'
import { CorrectDetails } from './CorrectDetails.tsx'

/**
 * Shows the signed-in user's account as cached on this device. An incomplete one starts with Complete Profile, but not that
 * of an expert whom an administrator has approved. The hash of the address names another tab.
 * `settings`: the list on the summary that leads to the settings.
 */
export function Profile({ settings }: { settings?: ReactNode }) {
  const { t } = useTranslation()
  const { hash } = useAddress()
  const [, navigate] = useLocation()
  const user = useUser()
  if (!user)
    return (
      <div className="flex flex-col gap-6">
        <PageTitle title={t('menu.profile')} />
        <Notice kind="error">{t('profile.no_user')}</Notice>
      </div>
    )
  const isApprovedExpert = user.role === 'expert' && user.is_approved
  const complete = { id: 'complete', label: t('profile.complete'), content: <CompleteProfile user={user} /> }
  const tabs = [
    ...(user.accountComplete ? [] : [complete]),
    { id: 'summary', label: t('profile.summary'), content: <AccountSummary {...{ user, settings }} /> },
    { id: 'correct', label: t('profile.correct'), content: <CorrectDetails user={user} /> },
    { id: 'password', label: t('profile.change_password'), content: <ChangePassword user={user} /> },
  ]
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PageTitle
        title={t('menu.profile')}
        action={user.role === 'expert' && <TextLink to={`/account/experts/${user.id}`}>{t('profile.public')}</TextLink>}
      />
      <Tabs
        label={t('profile.tabs')}
        tabs={tabs}
        initialId={hash === '' ? (isApprovedExpert ? 'summary' : undefined) : hash.slice(1)}
        // In the address, so that Back from a section of the settings opens it again.
        onSelect={id => navigate(`#${id}`, { replace: true })}
      />
    </div>
  )
}
