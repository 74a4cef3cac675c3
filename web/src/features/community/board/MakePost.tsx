import { useQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { NewPostForm } from '../create/NewPostForm.tsx'
import { linkedAnalysisQuery } from '../shared/queries.ts'
import { ApprovedPosts } from './ApprovedPosts.tsx'

/**
 * The farmers' board: a form for a new post and the approved posts, stacked on a phone and side by side on a desktop.
 */
export function MakePost() {
  const { t } = useTranslation()
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

/** With `?analysis=<id>` in the URL the form is prefilled from that analysis. */
function NewPost() {
  const [searchParams, setSearchParams] = useSearchParams()
  const id = searchParams.get('analysis')
  const analysis = useQuery({ ...linkedAnalysisQuery(id ?? ''), enabled: id !== null })
  const clearAnalysis = () =>
    setSearchParams(
      current => {
        current.delete('analysis')
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  if (id !== null && analysis.isPending) return <Skeleton className="h-160 w-full rounded-lg" />
  return (
    <div className="flex flex-col gap-4">
      {id !== null && analysis.isError && (
        <LoadError error={analysis.error} busy={analysis.isFetching} onRetry={() => void analysis.refetch()} />
      )}
      <NewPostForm key={analysis.data?.id ?? ''} analysis={analysis.data} onSent={clearAnalysis} />
    </div>
  )
}
