import { getLookAlikeQuestions } from '@kutu/advice/look-alike-questions'
import type { Analysis } from '@kutu/contract/detection'
import { clsx } from 'clsx'
import { BookOpen, CalendarPlus, GraduationCap, MessageCircleQuestion } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { ReadAloud } from '../sharing/ReadAloud.tsx'
import { ShareCard } from '../sharing/ShareCard.tsx'
import { ClassProbabilities } from './ClassProbabilities.tsx'
import { findDiseaseCard } from './disease-name.ts'
import { expertsPath } from './experts-path.ts'
import { HeatMap } from './heat-map/HeatMap.tsx'
import { LookAlikes } from './LookAlikes.tsx'
import { PlantLeaves } from './PlantLeaves.tsx'
import { QualityNotice } from './QualityNotice.tsx'
import { ReportWrongResult } from './ReportWrongResult.tsx'
import { ResultHeader } from './ResultHeader.tsx'

/** Shows a complete analysis: result, advice, heat map and next actions. */
export function AnalysisResult({
  analysis,
  headingRef,
  footnote,
}: {
  analysis: Analysis
  headingRef?: Ref<HTMLHeadingElement> | undefined
  /** Shown below the result, such as where it comes from. */
  footnote?: ReactNode
}) {
  const { t, dateTime } = useTranslation()
  const card = findDiseaseCard(analysis)
  const separations = card ? getLookAlikeQuestions(card.id) : []
  const { feedback, heatmap, photos, uploaded_at: uploadedAt, model_version: version } = analysis
  const isUnsure = analysis.verdict === 'uncertain'
  return (
    <section aria-label={t('answer.region')} className="flex flex-col gap-4">
      <ResultHeader analysis={analysis} ref={headingRef} />
      <ReadAloud analysis={analysis} />
      {footnote}
      {!photos && <QualityNotice quality={analysis.quality} />}
      <div className="grid gap-4 lg:grid-cols-2">
        <Steps analysis={analysis} excludedSteps={separations.flatMap(({ question }) => Object.values(question))} />
        <div className={clsx('flex flex-col gap-4', separations.length > 0 ? 'lg:row-span-3' : 'lg:row-span-2')}>
          <Card title={t(heatmap === null ? 'answer.your_photo' : 'answer.photo')}>
            <HeatMap analysis={analysis} />
          </Card>
          {photos && <PlantLeaves photos={photos} />}
          <ClassProbabilities analysis={analysis} />
        </div>
        <Card title={t(isUnsure ? 'answer.why_unsure' : 'answer.about')}>
          <p className="max-w-prose">{feedback.message}</p>
          <p className="max-w-prose">{feedback.explanation}</p>
        </Card>
        {separations.length > 0 && <LookAlikes separations={separations} />}
        {feedback.spray.length > 0 && <SprayRules lines={feedback.spray} />}
        <NextActions analysis={analysis} isUnsure={isUnsure} isFullWidth={feedback.spray.length === 0} />
        <ShareCard analysis={analysis} className="lg:col-span-2" />
      </div>
      <ReportWrongResult key={analysis.id} analysis={analysis} />
      <p className="text-sm text-muted">{t('answer.made', { when: dateTime(uploadedAt), version })}</p>
    </section>
  )
}

/** Shows the numbered advice. Steps that the look-alike questions repeat are left out. */
function Steps({ analysis, excludedSteps }: { analysis: Analysis; excludedSteps: readonly string[] }) {
  const { t } = useTranslation()
  const isUnsure = analysis.verdict === 'uncertain'
  const steps = analysis.feedback.advice.filter(step => !excludedSteps.includes(step))
  return (
    <Card title={t(isUnsure ? 'answer.do_next' : 'answer.do_today')}>
      <ol className="flex flex-col gap-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-leaf-press font-bold text-white"
            >
              {index + 1}
            </span>
            <span className="max-w-prose pt-1">{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function SprayRules({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Card title={t('answer.spray')}>
      <ul className="flex max-w-prose list-disc flex-col gap-2 pl-6">
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Card>
  )
}

function NextActions({
  analysis,
  isUnsure,
  isFullWidth,
}: {
  analysis: Analysis
  isUnsure: boolean
  isFullWidth: boolean
}) {
  const { t } = useTranslation()
  const [firstArticle] = analysis.educational_resources
  return (
    <Card title={t('answer.more')} className={clsx('print:hidden', isFullWidth && 'lg:col-span-2')}>
      <p className="max-w-prose">{t('answer.book_note')}</p>
      <div className="@container">
        <div className="grid gap-2 @lg:grid-cols-2">
          <LinkButton
            to={expertsPath(analysis)}
            variant={isUnsure ? 'primary' : 'secondary'}
            icon={<CalendarPlus aria-hidden="true" className="size-5 shrink-0" />}
          >
            {t('answer.book')}
          </LinkButton>
          {analysis.id !== '' && (
            <LinkButton
              to={`/account/addresses/community-posts?analysis=${analysis.id}`}
              variant="secondary"
              icon={<MessageCircleQuestion aria-hidden="true" className="size-5 shrink-0" />}
            >
              {t('answer.ask_community')}
            </LinkButton>
          )}
          {firstArticle && (
            <LinkButton
              to={`/learn/${firstArticle.id}`}
              variant="secondary"
              icon={<BookOpen aria-hidden="true" className="size-5 shrink-0" />}
            >
              {t('answer.read_article', { title: firstArticle.title })}
            </LinkButton>
          )}
          <LinkButton
            to="/account/addresses/education-resources"
            variant="secondary"
            icon={<GraduationCap aria-hidden="true" className="size-5 shrink-0" />}
          >
            {t('answer.education')}
          </LinkButton>
        </div>
      </div>
    </Card>
  )
}
