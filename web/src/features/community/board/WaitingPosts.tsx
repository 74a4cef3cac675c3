import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Clock } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { waitingPostsQuery } from '../shared/queries.ts'

/** The user's own posts that wait for an expert, above the posts of others. Nothing when none waits. */
export function WaitingPosts() {
  const { t, dateTime } = useTranslation()
  const titleId = useId()
  const { data } = useQuery(waitingPostsQuery())
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2 rounded-lg bg-amber-tint p-4">
      <h2 id={titleId} className="flex items-center gap-2 text-base">
        <Clock aria-hidden="true" className="size-5 shrink-0 text-amber" />
        {t('board.waiting')}
      </h2>
      <ul className="flex flex-col">
        {data.map(({ id, title, created_at }) => (
          <li key={id}>
            <Link to="/account/addresses/my-posts" className="flex min-h-12 items-center gap-2 hover:underline">
              <span className="min-w-0 grow">
                <span dir="auto" className="block text-start font-bold wrap-anywhere">
                  {title}
                </span>
                <span className="text-sm text-muted">{dateTime(created_at)}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
