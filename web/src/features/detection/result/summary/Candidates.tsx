import { findCard } from '@kutu/advice/cards/all-cards'
import type { DiseaseCard } from '@kutu/advice/disease-card'
import { lookAlikeQuestions } from '@kutu/advice/look-alike-questions'
import type { Analysis } from '@kutu/contract/detection'
import { Link } from 'react-router'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { PlateDrawing } from '../../../../ui/plate/PlateDrawing.tsx'
import { findPlateId } from '../../../../ui/plate/symptoms.ts'
import { ClassShape } from '../../classes/ClassShape.tsx'
import { rustClasses } from '../../classes/rust-classes.ts'

/** The two likeliest explanations side by side, each with its sign and a link to its article. */
export function Candidates({ analysis }: { analysis: Analysis }) {
  const { t, language } = useTranslation()
  const cards = selectCandidates(analysis)
  // The cards are about the crops that Kutu knows.
  if (cards.length < 2 || analysis.crop_type === 'OTHER' || analysis.band === 'unfamiliar') return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-bold">{t('unsure.which')}</h3>
      <ul className="grid grid-cols-2 gap-2">
        {cards.map(card => (
          <li key={card.id} className="flex">
            <Link
              to={`/learn/${card.id}`}
              className="flex grow flex-col overflow-hidden rounded-lg border border-edge bg-white hover:bg-leaf-tint"
            >
              <CandidatePicture card={card} crop={analysis.crop} />
              <span className="flex flex-col p-2">
                <span className="text-sm font-bold">{card.title[language]}</span>
                <span className="text-sm text-muted">{findSign(card, cards)?.[language]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function CandidatePicture({ card, crop }: { card: DiseaseCard; crop: string | null }) {
  const plateId = findPlateId(card.id, crop)
  return (
    <span className="flex h-24 items-center justify-center bg-leaf-tint">
      {plateId === undefined ? (
        <ClassShape rustClass={card.productClass} className="size-9" />
      ) : (
        <PlateDrawing plateId={plateId} className="h-full max-w-full" />
      )}
    </span>
  )
}

/** The card of the leading answer, and of those it can be confused with the first of the second most probable class. */
function selectCandidates({ educational_resources: resources, probabilities }: Analysis): DiseaseCard[] {
  const [leading, ...others] = resources.flatMap(({ id }) => findCard(id) ?? [])
  if (leading === undefined) return []
  const [first, second] = rustClasses.toSorted((a, b) => probabilities[b] - probabilities[a])
  const runnerUp = first === leading.productClass ? second : first
  const other = others.find(({ productClass }) => productClass === runnerUp) ?? others[0]
  return other === undefined ? [leading] : [leading, other]
}

/** Returns what a farmer would see for a card, from a question that tells both candidates apart. */
const findSign = (card: DiseaseCard, candidates: readonly DiseaseCard[]) =>
  lookAlikeQuestions
    .find(({ answers }) => candidates.every(({ id }) => answers.some(({ cardId }) => cardId === id)))
    ?.answers.find(({ cardId }) => cardId === card.id)?.answer
