import type { DiseaseCard } from '@kutu/advice/disease-card'
import { lookAlikeQuestions } from '@kutu/advice/look-alike-questions'
import type { Analysis } from '@kutu/contract/detection'
import { Link } from 'react-router'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { PlateDrawing } from '../../../../ui/plate/PlateDrawing.tsx'
import { findPlateId } from '../../../../ui/plate/symptoms.ts'
import { ClassShape } from '../../classes/ClassShape.tsx'
import { selectCandidates } from '../select-candidates.ts'

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

/** Returns what a farmer would see for a card, from a question that tells both candidates apart. */
const findSign = (card: DiseaseCard, candidates: readonly DiseaseCard[]) =>
  lookAlikeQuestions
    .find(({ answers }) => candidates.every(({ id }) => answers.some(({ cardId }) => cardId === id)))
    ?.answers.find(({ cardId }) => cardId === card.id)?.answer
