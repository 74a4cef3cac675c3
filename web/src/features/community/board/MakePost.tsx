import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronRight, Clock, SquarePen } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { NewPostForm } from '../create/NewPostForm.tsx'
import { hasDraft } from '../create/post-draft.ts'
import { linkedAnalysisQuery, waitingPostsQuery } from '../shared/queries.ts'
import { ApprovedPosts } from './ApprovedPosts.tsx'

/**
 * The farmers' board. On a phone the posts come first and a button opens the form above them; on a desktop both stand side
 * by side. A linked analysis or a draft opens the form.
 */
export function MakePost() {
  const { t } = useTranslation()
  const formId = useId()
  const [searchParams] = useSearchParams()
  const userId = useUser()?.id ?? ''
  const { isLoading } = useQuery(waitingPostsQuery())
  const [isOpen, setOpen] = useState(() => searchParams.has('analysis') || hasDraft(userId))
  return (
    <>
      <PageTitle title={t('menu.make_post')} lead={t('make_post.lead')} />
      {!isOpen && (
        <Button
          size="large"
          aria-controls={formId}
          aria-expanded={false}
          icon={SquarePen}
          iconClass="size-6"
          onClick={() => setOpen(true)}
          className="lg:hidden"
        >
          {t('make_post.form')}
        </Button>
      )}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-start lg:gap-6">
        <div id={formId} className={clsx(!isOpen && 'max-lg:hidden')}>
          <NewPost />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <WaitingPosts />
          {/* Not seen while the user's own posts push it down. */}
          <div className={clsx(isLoading && 'invisible')}>
            <ApprovedPosts />
          </div>
        </div>
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

/** The user's own posts that wait for an expert, above the posts of others. Nothing when none waits. */
function WaitingPosts() {
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
