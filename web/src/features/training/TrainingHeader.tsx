import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
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
  const { pathname } = useLocation()
  const isUnapproved = useUser()?.is_approved === false
  return (
    <>
      <PageTitle title={title} lead={lead} />
      <nav aria-label={t('teaching.ways')}>
        <ul className="flex flex-wrap gap-2">
          {tabs.map(({ path, labelKey }) => (
            <li key={path}>
              <Link
                to={path}
                aria-current={path === pathname ? 'page' : undefined}
                className={clsx(
                  'inline-flex min-h-12 items-center rounded-full border px-4 font-bold',
                  path === pathname
                    ? 'border-leaf-press bg-leaf-press text-white'
                    : 'border-edge bg-white text-leaf-ink hover:bg-leaf-tint',
                )}
              >
                {t(labelKey)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <PauseNotice>
        <p>{t('pause.photos')}</p>
      </PauseNotice>
      {isUnapproved && (
        <Notice kind="warning" title={t('teaching.unapproved')}>
          {t('teaching.unapproved_note')}
        </Notice>
      )}
    </>
  )
}
