import { useQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AddPost } from './AddPost.tsx'
import { ApprovedPosts } from './ApprovedPosts.tsx'
import { askedAnalysisQuery } from './queries.ts'

/** The board of the farmers: a form to ask, beside it what others asked; one above the other on a phone. */
export function MakePost() {
  const { t } = useText()
  return (
    <>
      <PageTitle title={t('menu.make_post')} lead={t('make_post.lead')} />
      <a
        href="#posts"
        className="-mt-4 flex min-h-12 items-center gap-2 self-start font-bold text-leaf-ink underline underline-offset-4 lg:hidden"
      >
        <ArrowDown aria-hidden="true" className="size-5" />
        {t('make_post.to_posts')}
      </a>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-start lg:gap-6">
        <NewPost />
        <ApprovedPosts />
      </div>
    </>
  )
}

/** With `?analysis=<id>` in the address the form begins with what that analysis says. */
function NewPost() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('analysis')
  const asked = useQuery({ ...askedAnalysisQuery(id ?? ''), enabled: id !== null })
  const forgetAnalysis = () =>
    setSearch(
      now => {
        now.delete('analysis')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  if (id !== null && asked.isPending) return <Skeleton className="h-160 w-full rounded-lg" />
  return (
    <div className="flex flex-col gap-4">
      {id !== null && asked.isError && (
        <LoadFailed error={asked.error} busy={asked.isFetching} onRetry={() => void asked.refetch()} />
      )}
      <AddPost key={asked.data?.id ?? ''} analysis={asked.data} onSent={forgetAnalysis} />
    </div>
  )
}
