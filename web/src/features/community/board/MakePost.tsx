import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Clock, SquarePen } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RowLink } from '../../../ui/layout/RowLink.tsx'
import { hasDraft } from '../create/post-draft.ts'
import { boardStatsQuery, latestLeafQuery, linkedAnalysisQuery, waitingPostsQuery } from '../shared/queries.ts'
import { useFormatDuration } from '../shared/use-format-duration.ts'
import { ApprovedPosts } from './ApprovedPosts.tsx'

/** After the first view, which has the posts. */
const waiting = <Skeleton className="h-160 w-full rounded-lg" />
const NewPostForm = lazyPart(async () => (await import('../create/NewPostForm.tsx')).NewPostForm, waiting)

/**
 * The farmers' board. On a phone the posts come first and a button opens the form above them; on a desktop both stand side
 * by side. A linked analysis or a draft opens the form.
 */
export function MakePost() {
  const { t } = useTranslation()
  const formId = useId()
  const [searchParams] = useSearchParams()
  const userId = useUser()?.id ?? ''
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
          <MedianAnswerTime />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <OwnPosts />
          <ApprovedPosts />
        </div>
      </div>
    </>
  )
}

/** The form is prefilled from the analysis of `?analysis=<id>` in the URL, else from the latest leaf or the draft without one. */
function NewPost() {
  const [searchParams, setSearchParams] = useSearchParams()
  const id = searchParams.get('analysis')
  const userId = useUser()?.id ?? ''
  // What has been written without a leaf stays without one, also after it is sent.
  const [isNew] = useState(id === null && !hasDraft(userId))
  const linked = useQuery({ ...linkedAnalysisQuery(id ?? ''), enabled: id !== null })
  const latest = useQuery({ ...latestLeafQuery(), enabled: isNew })
  const analysis = (isNew && id === null ? latest.data : linked.data) ?? undefined
  const clearAnalysis = () =>
    setSearchParams(
      current => {
        const next = new URLSearchParams(current)
        next.delete('analysis')
        return next
      },
      { replace: true },
    )
  if (linked.isLoading || latest.isLoading) return waiting
  return (
    <div className="flex flex-col gap-4">
      {linked.isError && (
        <LoadError error={linked.error} busy={linked.isFetching} onRetry={() => void linked.refetch()} />
      )}
      <NewPostForm key={analysis?.id ?? ''} analysis={analysis} onSent={clearAnalysis} />
    </div>
  )
}

/** Shows the measured median time to the first expert answer; renders nothing before the first answer. */
function MedianAnswerTime() {
  const { t } = useTranslation()
  const formatDuration = useFormatDuration()
  const { data } = useQuery(boardStatsQuery())
  const seconds = data?.median_seconds_to_expert_answer ?? null
  if (seconds === null) return null
  return <p className="mt-4 text-sm text-muted">{t('board.answer_time', { time: formatDuration(seconds) })}</p>
}

/** Leads to the user's own posts, and names the newest that waits for an expert. The line for it is always there: nothing moves. */
function OwnPosts() {
  const { t } = useTranslation()
  const { data } = useQuery(waitingPostsQuery())
  const newest = data?.[0]
  return (
    <RowLink
      to="/account/addresses/my-posts"
      picture={<Clock aria-hidden="true" className={clsx('size-6 shrink-0', newest ? 'text-amber' : 'text-muted')} />}
    >
      <span className="font-bold">{t('menu.my_posts')}</span>
      <span className="min-h-lh truncate text-sm text-muted">{newest && `${t('board.waiting')}: ${newest.title}`}</span>
    </RowLink>
  )
}
