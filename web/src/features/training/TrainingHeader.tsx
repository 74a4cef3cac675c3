import { useLocation } from 'wouter'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { LinkChips } from '../../ui/layout/LinkChips.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { PauseNotice } from './administration/PauseNotice.tsx'
import { modelCardPath, reviewPath, sessionsPath, submitPath } from './paths.ts'

const tabs = [
  { path: submitPath, labelKey: 'teaching.way.submit' },
  { path: reviewPath, labelKey: 'teaching.way.review' },
  { path: sessionsPath, labelKey: 'teaching.way.sessions' },
  { path: modelCardPath, labelKey: 'menu.model_card' },
] as const

/** Title and navigation of the three model training screens. */
export function TrainingHeader({ title, lead }: { title: string; lead: string }) {
  const { t } = useTranslation()
  const [pathname] = useLocation()
  const isUnapproved = useUser()?.is_approved === false
  return (
    <>
      <PageTitle title={title} lead={lead} />
      <LinkChips
        label={t('teaching.ways')}
        chips={tabs.map(({ path, labelKey }) => ({
          id: path,
          to: path,
          label: t(labelKey),
          isCurrent: path === pathname,
        }))}
      />
      <PauseNotice>
        <p>{t('pause.photos')}</p>
      </PauseNotice>
      {isUnapproved && (
        <Notice kind="warning" title={t('approval.waiting')}>
          {t('teaching.unapproved_note')}
        </Notice>
      )}
    </>
  )
}
