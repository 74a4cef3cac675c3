import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import { type Author, AuthorByline } from './AuthorByline.tsx'
import { splitArticleLink } from './article-link.ts'

export type CommentView = {
  content: string
  created_at: string
  author: Author
  isExpert: boolean
}

/** One comment with author, date and text, plus optional quote, status and actions. */
export function CommentItem({
  comment: { content, created_at: date, author, isExpert },
  quotedComment,
  state,
  children,
}: {
  comment: CommentView
  quotedComment?: ReactNode
  state?: ReactNode
  children?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <article className="flex h-full flex-col gap-3 rounded-lg border border-line bg-white p-4">
      <AuthorByline {...{ author, date, isExpert }} />
      {quotedComment}
      {content.trim() === '' ? (
        <p className="text-muted">{t('comments.none_provided')}</p>
      ) : (
        <CommentText>{content}</CommentText>
      )}
      {state && <div className="flex flex-wrap items-center gap-2">{state}</div>}
      {children && <div className="mt-auto flex flex-wrap gap-2">{children}</div>}
    </article>
  )
}

function CommentText({ children }: { children: string }) {
  const { t } = useTranslation()
  const { text, article } = splitArticleLink(children)
  return (
    <>
      {text !== '' && <UserText>{text}</UserText>}
      {article !== undefined && (
        <p>
          <TextLink to={`/learn/${article}`}>{t('comments.article')}</TextLink>
        </p>
      )}
    </>
  )
}
