import { isConclusive } from '@kutu/contract/bands'
import type { Analysis, PlantPhoto } from '@kutu/contract/detection'
import { BookOpen, MessageCircleQuestion } from 'lucide-react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { LinkButton } from '../../../../ui/button/LinkButton.tsx'
import { Accordion } from '../../../../ui/layout/Accordion.tsx'
import { Logo } from '../../../../ui/media/Logo.tsx'
import { ClassBadge } from '../../classes/ClassBadge.tsx'
import { rustClasses } from '../../classes/rust-classes.ts'
import { getConfidenceBand } from '../confidence-band.ts'
import { HeatMapOverlay } from '../HeatMapOverlay.tsx'
import { ReportWrongResult } from './ReportWrongResult.tsx'

/** Everything about an answer beyond its first screen, folded. */
export function AnswerDetails({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const { feedback, photos } = analysis
  const hasAnswer = isConclusive(analysis.band)
  const sections = [
    {
      id: 'steps',
      title: t('answer.all_steps'),
      content: (
        <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-6 marker:font-bold">
          {feedback.advice.map(step => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ),
    },
    {
      id: 'about',
      title: t(hasAnswer ? 'answer.about' : 'answer.why_unsure'),
      content: <AboutDisease analysis={analysis} />,
    },
    feedback.spray.length > 0 && {
      id: 'spray',
      title: t('answer.spray'),
      content: (
        <ul className="flex max-w-prose list-disc flex-col gap-2 pl-6">
          {feedback.spray.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    },
    photos && { id: 'leaves', title: t('plant.each'), content: <PlantLeaves photos={photos} /> },
    { id: 'figures', title: t('answer.figures'), content: <ClassProbabilities analysis={analysis} /> },
    // Not yet stored on the server, so it cannot be reported.
    analysis.id !== '' && {
      id: 'report',
      title: t('report.question'),
      content: <ReportWrongResult key={analysis.id} analysis={analysis} />,
    },
  ].filter(section => section !== undefined && section !== false)
  return <Accordion items={sections} isExclusive={false} />
}

/** Explains the answer, with its article and the community to ask. */
function AboutDisease({ analysis: { id, feedback, educational_resources: resources } }: { analysis: Analysis }) {
  const { t } = useTranslation()
  const [article] = resources
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose">{feedback.message}</p>
      <p className="max-w-prose">{feedback.explanation}</p>
      <div className="flex flex-wrap gap-2 max-sm:flex-col print:hidden">
        {article && (
          <LinkButton to={`/learn/${article.id}`} variant="secondary" icon={BookOpen}>
            {t('answer.read_article', { title: article.title })}
          </LinkButton>
        )}
        {id !== '' && (
          <LinkButton
            to={`/account/addresses/community-posts?analysis=${id}`}
            variant="secondary"
            icon={MessageCircleQuestion}
          >
            {t('action.ask_community')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

/** Shows the probability of each class, and when and by which model. */
function ClassProbabilities({ analysis }: { analysis: Analysis }) {
  const { t, percent, dateTime } = useTranslation()
  const { probabilities, confidence, rust_class: predictedClass } = analysis
  const { uploaded_at: uploadedAt, model_version: version } = analysis
  // The class probabilities add up to 1, but the confidence also covers "none of them". Rescale them so that the
  // predicted class shows the confidence.
  const scale = probabilities[predictedClass] > 0 ? confidence / probabilities[predictedClass] : 1
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-2">
        {rustClasses.map(name => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-2">
            <ClassBadge rustClass={name} />
            <span className="font-bold">{percent(Math.min(1, probabilities[name] * scale))}</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('answer.made', { when: dateTime(uploadedAt), version })}</p>
    </div>
  )
}

/** Shows the result of each leaf of a plant. A leaf's class may differ from the plant's. */
export function PlantLeaves({ photos }: { photos: readonly PlantPhoto[] }) {
  return (
    <ol className="grid gap-4 sm:grid-cols-2">
      {photos.map(photo => (
        <Leaf key={photo.position} photo={photo} />
      ))}
    </ol>
  )
}

function Leaf({ photo }: { photo: PlantPhoto }) {
  const { t, percent } = useTranslation()
  const { position, image, heatmap, rust_class: rustClass, confidence, band, quality, message } = photo
  const isSure = band !== null && isConclusive(band)
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line p-3">
      {image === null ? (
        <span className="flex h-24 items-center justify-center rounded-lg bg-sunken">
          <Logo className="size-14 opacity-60 grayscale" />
        </span>
      ) : (
        <HeatMapOverlay
          key={image}
          image={image}
          heatmap={isSure ? heatmap : null}
          alt={t('plant.photo', { position })}
          className="aspect-square rounded-lg"
        />
      )}
      <span className="font-bold">{t('plant.leaf', { position })}</span>
      {rustClass !== null && confidence !== null && band !== null && (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ClassBadge rustClass={rustClass} />
          <span>
            {t(`answer.band.${getConfidenceBand(band)}`)}
            {isSure && ` · ${percent(confidence)}`}
          </span>
        </span>
      )}
      {message !== null && <span>{message}</span>}
      {quality.map(warning => (
        <span key={warning} className="text-sm text-amber-ink">
          {t(`quality.${warning}`)}
        </span>
      ))}
    </li>
  )
}
