import { separationsFor } from '@kutu/advice/separation'
import type { Analysis } from '@kutu/contract/detection'
import { BookOpen, CalendarPlus, GraduationCap, MessageCircleQuestion } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { join } from '../../ui/join.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { AnswerHead } from './AnswerHead.tsx'
import { ClassShares } from './ClassShares.tsx'
import { expertsPath } from './experts-path.ts'
import { cardOf } from './finding.ts'
import { HeatMap } from './HeatMap.tsx'
import { LookAlikes } from './LookAlikes.tsx'
import { PassOn } from './PassOn.tsx'
import { PlantLeaves } from './PlantLeaves.tsx'
import { QualityNote } from './QualityNote.tsx'
import { ReadAloud } from './ReadAloud.tsx'
import { ReportAnswer } from './ReportAnswer.tsx'

/** The whole answer to one photo: what it is and how sure, what to do, where on the leaf, and where to go from there. */
export function AnalysisAnswer({
  analysis,
  headingRef,
  note,
}: {
  analysis: Analysis
  headingRef?: Ref<HTMLHeadingElement> | undefined
  /** What is to be said of where the answer comes from: after the answer itself. */
  note?: ReactNode
}) {
  const { t, dateTime } = useText()
  const card = cardOf(analysis)
  const separations = card ? separationsFor(card.id) : []
  const { feedback, heatmap, photos, uploaded_at: when, model_version: version } = analysis
  const isUnsure = analysis.verdict === 'uncertain'
  return (
    <section aria-label={t('answer.region')} className="flex flex-col gap-4">
      <AnswerHead analysis={analysis} ref={headingRef} />
      <ReadAloud analysis={analysis} />
      {note}
      {!photos && <QualityNote quality={analysis.quality} />}
      <div className="grid gap-4 lg:grid-cols-2">
        <Steps analysis={analysis} asked={separations.flatMap(({ question }) => Object.values(question))} />
        <div className={join('flex flex-col gap-4', separations.length > 0 ? 'lg:row-span-3' : 'lg:row-span-2')}>
          <Card title={t(heatmap === null ? 'answer.your_photo' : 'answer.photo')}>
            <HeatMap analysis={analysis} />
          </Card>
          {photos && <PlantLeaves photos={photos} />}
          <ClassShares analysis={analysis} />
        </div>
        <Card title={t(isUnsure ? 'answer.why_unsure' : 'answer.about')}>
          <p className="max-w-prose">{feedback.message}</p>
          <p className="max-w-prose">{feedback.explanation}</p>
        </Card>
        {separations.length > 0 && <LookAlikes separations={separations} />}
        {feedback.spray.length > 0 && <SprayRules lines={feedback.spray} />}
        <WhereNext analysis={analysis} isUnsure={isUnsure} isAlone={feedback.spray.length === 0} />
        <PassOn analysis={analysis} className="lg:col-span-2" />
      </div>
      <ReportAnswer key={analysis.id} analysis={analysis} />
      <p className="text-sm text-muted">{t('answer.made', { when: dateTime(when), version })}</p>
    </section>
  )
}

/** Numbered steps. The questions that stand under "tell apart" with their answers are not said here again. */
function Steps({ analysis, asked }: { analysis: Analysis; asked: readonly string[] }) {
  const { t } = useText()
  const isUnsure = analysis.verdict === 'uncertain'
  const steps = analysis.feedback.advice.filter(step => !asked.includes(step))
  return (
    <Card title={t(isUnsure ? 'answer.do_next' : 'answer.do_today')}>
      <ol className="flex flex-col gap-4">
        {steps.map((step, at) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-leaf-press font-bold text-white"
            >
              {at + 1}
            </span>
            <span className="max-w-prose pt-1">{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function SprayRules({ lines }: { lines: readonly string[] }) {
  const { t } = useText()
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

function WhereNext({ analysis, isUnsure, isAlone }: { analysis: Analysis; isUnsure: boolean; isAlone: boolean }) {
  const { t } = useText()
  const [first] = analysis.educational_resources
  return (
    <Card title={t('answer.more')} className={join('print:hidden', isAlone && 'lg:col-span-2')}>
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
          {first && (
            <LinkButton
              to={`/learn/${first.id}`}
              variant="secondary"
              icon={<BookOpen aria-hidden="true" className="size-5 shrink-0" />}
            >
              {t('answer.read_article', { title: first.title })}
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
