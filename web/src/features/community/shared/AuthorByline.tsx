import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Avatar } from '../../../ui/media/Avatar.tsx'

/** The author of a post or comment. Only experts have a photo here. */
export type Author = { id: string; username: string; photo?: string | null }

/** Shows who wrote something and when: photo or initial, username (or "You"), and date. */
export function AuthorByline({
  author,
  date,
  isExpert = false,
  note,
}: {
  author: Author
  date: string
  isExpert?: boolean
  /** Rendered after the date. */
  note?: ReactNode
}) {
  const { t, dateTime } = useTranslation()
  const isMe = useUser()?.id === author.id
  const name = isMe ? t('post.by_you') : author.username
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={author.username} photo={author.photo} size="small" />
      <div className="min-w-0 leading-tight">
        <p className="flex flex-wrap items-center gap-x-2 font-bold wrap-anywhere">
          <bdi>
            {isExpert ? (
              <Link to={`/account/experts/${author.id}`} className="-my-3 inline-block py-3 hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </bdi>
          {isExpert && (
            <span className="flex items-center gap-1 text-sm font-normal text-leaf-ink">
              <BadgeCheck aria-hidden="true" className="size-4 shrink-0" />
              {t('comments.expert')}
            </span>
          )}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={date}>{dateTime(date)}</time>
          {note && <> · {note}</>}
        </p>
      </div>
    </div>
  )
}
