import type { DiseaseCard } from '@kutu/advice/disease-card'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { drawSymptom, leafShapes } from './draw-plate.ts'
import { symptoms } from './symptoms.ts'

/** Draws a leaf with the symptom of a disease. Draws nothing for cards without a symptom of their own. */
export function Plate({ card, className }: { card: DiseaseCard; className: string }) {
  const { t, language } = useTranslation()
  const symptom = symptoms[card.id]
  if (!(card.crop && symptom)) return null
  const leaf = leafShapes[card.crop]
  return (
    <svg
      role="img"
      aria-label={t('article.plate', { title: card.title[language] })}
      viewBox="0 0 320 150"
      className={className}
    >
      <path d={leaf.blade} fill="#5C9349" stroke="#2C5A31" strokeWidth="1.4" />
      <path d={leaf.veins} fill="none" stroke="#B9D49A" strokeWidth="0.7" opacity="0.7" />
      <path d={leaf.midrib} fill="none" stroke="#D3E4B5" strokeWidth="3" strokeLinecap="round" />
      {drawSymptom(leaf, symptom).map(({ color, path }) => (
        <path key={color} d={path} fill={color} />
      ))}
    </svg>
  )
}
