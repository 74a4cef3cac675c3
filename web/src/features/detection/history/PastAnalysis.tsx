import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useParams } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { analysisQuery } from '../queries.ts'
import { AnalysisResult } from '../result/AnalysisResult.tsx'
import { getConcluded } from '../result/concluded-analysis.ts'
import { useAnswerTitle } from '../result/disease-name.ts'

/** Shows one stored analysis. */
export function PastAnalysis() {
  const { t, date } = useTranslation()
  const getTitle = useAnswerTitle()
  const { id = '' } = useParams()
  const analysis = useQuery(analysisQuery(id))
  const { data } = analysis
  return (
    <>
      <TextLink to="/account/addresses/image-analysis" className="gap-2 self-start">
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
      <Loaded
        query={analysis}
        skeleton={<SkeletonList count={2} className="h-80 w-full" />}
        notFound={<EmptyState title={t('past_analysis.gone.title')}>{t('past_analysis.gone.message')}</EmptyState>}
      >
        {loaded => <AnalysisResult analysis={loaded} />}
      </Loaded>
    </>
  )
}
