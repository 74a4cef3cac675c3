import { getLookAlikeQuestions } from '@kutu/advice/look-alike-questions'
import type { Analysis } from '@kutu/contract/detection'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Accordion } from '../../../../ui/layout/Accordion.tsx'
import { ShareOptions } from '../../sharing/ShareOptions.tsx'
import { isAnswered } from '../confidence-band.ts'
import { findDiseaseCard } from '../disease-name.ts'
import { AboutDisease } from './AboutDisease.tsx'
import { ClassProbabilities } from './ClassProbabilities.tsx'
import { LookAlikes } from './LookAlikes.tsx'
import { PlantLeaves } from './PlantLeaves.tsx'
import { ReportWrongResult } from './ReportWrongResult.tsx'
import { SprayRules, Steps } from './Steps.tsx'

/** Everything about an answer beyond its first screen, folded. */
export function AnswerDetails({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const { feedback, photos } = analysis
  const card = findDiseaseCard(analysis)
  const separations = card ? getLookAlikeQuestions(card.id) : []
  const questions = separations.flatMap(({ question }) => Object.values(question))
  const hasAnswer = isAnswered(analysis)
  const sections = [
    { id: 'steps', title: t('answer.all_steps'), content: <Steps analysis={analysis} excludedSteps={questions} /> },
    {
      id: 'about',
      title: t(hasAnswer ? 'answer.about' : 'answer.why_unsure'),
      content: <AboutDisease analysis={analysis} />,
    },
    separations.length > 0 && {
      id: 'look-alikes',
      title: t('answer.tell_apart'),
      content: <LookAlikes separations={separations} crop={analysis.crop} />,
    },
    feedback.spray.length > 0 && {
      id: 'spray',
      title: t('answer.spray'),
      content: <SprayRules lines={feedback.spray} />,
    },
    photos && { id: 'leaves', title: t('plant.each'), content: <PlantLeaves photos={photos} /> },
    { id: 'figures', title: t('answer.figures'), content: <ClassProbabilities analysis={analysis} /> },
    { id: 'share', title: t('answer.pass_on'), content: <ShareOptions analysis={analysis} /> },
    // Not yet stored on the server, so it cannot be reported.
    analysis.id !== '' && {
      id: 'report',
      title: t('report.question'),
      content: <ReportWrongResult key={analysis.id} analysis={analysis} />,
    },
  ].filter(section => section !== undefined && section !== false)
  return <Accordion items={sections} isExclusive={false} />
}
