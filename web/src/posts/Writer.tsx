import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUser } from '../api/session.ts'
import { useText } from '../text/use-text.ts'
import { Portrait } from '../ui/Portrait.tsx'

/** Of the photos of those who write only experts' are shown. */
export type Shown = { id: string; username: string; photo?: string | null }

/** Who wrote something and when: the photo or the initial, the username (or You), the date. */
export function Writer({
  writer,
  date,
  isExpert = false,
  note,
}: {
  writer: Shown
  date: string
  isExpert?: boolean
  /** Said after the date. */
  note?: ReactNode
}) {
  const { t, dateTime } = useText()
  const isMe = useUser()?.id === writer.id
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Portrait name={writer.username} photo={writer.photo} size="small" />
      <div className="min-w-0 leading-tight">
        <p className="flex flex-wrap items-center gap-x-2 font-bold wrap-anywhere">
          <bdi>{isMe ? t('post.by_you') : writer.username}</bdi>
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
