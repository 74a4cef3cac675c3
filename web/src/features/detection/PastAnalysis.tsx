import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { AnalysisAnswer } from './AnalysisAnswer.tsx'
import { analysisQuery } from './queries.ts'

const list = '/account/addresses/image-analysis'

/** An earlier answer, whole. */
export function PastAnalysis() {
  const { t, dateTime } = useText()
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(analysisQuery(id))
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (isGone) {
    return (
      <>
        <PageTitle title={t('menu.past_analyses')} />
        <EmptyState
          title={t('past_analysis.gone.title')}
          action={<LinkButton to={list}>{t('past_analysis.back')}</LinkButton>}
        >
          {t('past_analysis.gone.message')}
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <TextLink to={list} className="gap-2 self-start">
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('past_analysis.back')}
      </TextLink>
      <PageTitle
        title={data ? t('past_analysis.title', { when: dateTime(data.uploaded_at) }) : t('menu.past_analyses')}
      />
      {data && <AnalysisAnswer analysis={data} />}
      {!data && error && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <AnswerWaiting />}
    </>
  )
}

function AnswerWaiting() {
  const { t } = useText()
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-2">
      <span className="sr-only">{t('state.waiting')}</span>
      <Skeleton className="h-44 w-full lg:col-span-2" />
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  )
}
