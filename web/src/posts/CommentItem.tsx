import type { ReactNode } from 'react'
import { useText } from '../text/use-text.ts'
import { PostText } from './PostText.tsx'
import { type Shown, Writer } from './Writer.tsx'

export type CommentShown = {
  content: string
  created_at: string
  writer: Shown
  isExpert: boolean
}

/** One comment: who, when, what. What it answers stands before it, what became of it and can be done with it after. */
export function CommentItem({
  comment: { content, created_at: date, writer, isExpert },
  answered,
  state,
  children,
}: {
  comment: CommentShown
  answered?: ReactNode
  state?: ReactNode
  children?: ReactNode
}) {
  const { t } = useText()
  return (
    <article className="flex h-full flex-col gap-3 rounded-lg border border-line bg-white p-4">
      <Writer {...{ writer, date, isExpert }} />
      {answered}
      {content.trim() === '' ? (
        <p className="text-muted">{t('comments.none_provided')}</p>
      ) : (
        <PostText>{content}</PostText>
      )}
      {state && <div className="flex flex-wrap items-center gap-2">{state}</div>}
      {children && <div className="mt-auto flex flex-wrap gap-2">{children}</div>}
    </article>
  )
}
