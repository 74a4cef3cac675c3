import type { Role } from '@kutu/contract/common'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Figures } from './Figures.tsx'
import { QuickLinks } from './QuickLinks.tsx'

/**
 * The first screen of experts and administrators: quick links, figures and charts, with content of other features above the
 * figures (`top`) and below them (`children`).
 */
export function Dashboard({
  role,
  title,
  top,
  children,
}: {
  role: Exclude<Role, 'farmer'>
  title?: string | undefined
  top?: ReactNode
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const user = useUser()
  const isAwaitingApproval = role === 'expert' && user?.is_approved === false
  return (
    <>
      <PageTitle
        title={title ?? t(`dashboard.${role}_title`)}
        lead={user ? t('dashboard.welcome', { name: user.username }) : undefined}
      />
      {isAwaitingApproval && (
        <Notice kind="warning" title={t('approval.waiting')}>
          {t('dashboard.pending.message')}
        </Notice>
      )}
      {top}
      <QuickLinks role={role} />
      <Figures role={role} />
      {children}
    </>
  )
}
