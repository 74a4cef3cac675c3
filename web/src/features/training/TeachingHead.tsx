import { Link, useLocation } from 'react-router'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { reviewPath, sessionsPath, submitPath } from './paths.ts'

const ways = [
  { path: submitPath, text: 'teaching.way.submit' },
  { path: reviewPath, text: 'teaching.way.review' },
  { path: sessionsPath, text: 'teaching.way.sessions' },
] as const

/** Title and ways of the three screens on which experts teach the model. */
export function TeachingHead({ title, lead }: { title: string; lead: string }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const isUnapproved = useUser()?.is_approved === false
  return (
    <>
      <PageTitle title={title} lead={lead} />
      <nav aria-label={t('teaching.ways')}>
        <ul className="flex flex-wrap gap-2">
          {ways.map(({ path, text }) => (
            <li key={path}>
              <Link
                to={path}
                aria-current={path === pathname ? 'page' : undefined}
                className={join(
                  'inline-flex min-h-12 items-center rounded-full border px-4 font-bold',
                  path === pathname
                    ? 'border-leaf-press bg-leaf-press text-white'
                    : 'border-edge bg-white text-leaf-ink hover:bg-leaf-tint',
                )}
              >
                {t(text)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {isUnapproved && (
        <Notice kind="warning" title={t('teaching.unapproved')}>
          {t('teaching.unapproved_note')}
        </Notice>
      )}
    </>
  )
}
