import { ArrowLeft } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { boardPath, myPostsPath } from '../shared/paths.ts'

/** Shown for a post that is withdrawn, not approved, or never existed. */
export function PostNotFound() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('menu.community_posts')} />
      <EmptyState title={t('post.gone.title')} action={<LinkButton to={boardPath}>{t('board.back')}</LinkButton>}>
        {t('post.gone.message')}
      </EmptyState>
    </>
  )
}

/** Link back to the list that contains the post. */
export function BackLink({ to }: { to: typeof boardPath | typeof myPostsPath }) {
  const { t } = useTranslation()
  return (
    <TextLink to={to} className="gap-2 self-start">
      <ArrowLeft aria-hidden="true" className="size-5" />
      {t(to === myPostsPath ? 'my_posts.back' : 'board.back')}
    </TextLink>
  )
}
