import type { Role } from '@kutu/contract/common'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Figures } from './Figures.tsx'
import { QuickLinks } from './QuickLinks.tsx'

/** Quick links, figures and charts of an expert, with content of other features below them. */
export function Dashboard({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const isApproved = useUser()?.is_approved === true
  return (
    <>
      <PageTitle title={t(isApproved ? 'dashboard.figures' : 'dashboard.expert_title')} />
      {!isApproved && (
        <Notice kind="warning" title={t('approval.waiting')}>
          {t('dashboard.pending.message')}
        </Notice>
      )}
      <QuickLinks role={'expert' satisfies Role} />
      <Figures role={'expert' satisfies Role} />
      {children}
    </>
  )
}
