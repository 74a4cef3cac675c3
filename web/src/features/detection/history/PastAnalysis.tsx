import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { analysisQuery } from '../queries.ts'
import { AnalysisResult } from '../result/AnalysisResult.tsx'
import { getConcluded } from '../result/concluded-analysis.ts'
import { useAnswerTitle } from '../result/disease-name.ts'

const historyPath = '/account/addresses/image-analysis'

/** Shows one stored analysis. */
export function PastAnalysis() {
  const { t, date } = useTranslation()
  const getTitle = useAnswerTitle()
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(analysisQuery(id))
  const isNotFound = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (isNotFound) {
    return (
      <>
        <PageTitle title={t('menu.past_analyses')} />
        <EmptyState
          title={t('past_analysis.gone.title')}
          action={<LinkButton to={historyPath}>{t('past_analysis.back')}</LinkButton>}
        >
          {t('past_analysis.gone.message')}
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <TextLink to={historyPath} className="gap-2 self-start">
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('past_analysis.back')}
      </TextLink>
      <PageTitle
        title={
          data
            ? t('past_analysis.title', { name: getTitle(getConcluded(data)), when: date(data.uploaded_at) })
            : t('menu.past_analyses')
        }
      />
      {data && <AnalysisResult analysis={data} />}
      {!data && error && <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <ResultSkeleton />}
    </>
  )
}

function ResultSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-2">
      <span className="sr-only">{t('state.waiting')}</span>
      <Skeleton className="h-44 w-full lg:col-span-2" />
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  )
}
