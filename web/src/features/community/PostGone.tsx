import { ArrowLeft } from 'lucide-react'
import { ApiError } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { boardPath, myPostsPath } from './paths.ts'

/** Withdrawn, not approved, or an address that was never a post's. */
export const isPostGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

export function PostGone() {
  const { t } = useText()
  return (
    <>
      <PageTitle title={t('menu.community_posts')} />
      <EmptyState title={t('post.gone.title')} action={<LinkButton to={boardPath}>{t('board.back')}</LinkButton>}>
        {t('post.gone.message')}
      </EmptyState>
    </>
  )
}

/** Up to the list a post was opened from. */
export function BackLink({ to }: { to: typeof boardPath | typeof myPostsPath }) {
  const { t } = useText()
  return (
    <TextLink to={to} className="gap-2 self-start">
      <ArrowLeft aria-hidden="true" className="size-5" />
      {t(to === myPostsPath ? 'my_posts.back' : 'board.back')}
    </TextLink>
  )
}
