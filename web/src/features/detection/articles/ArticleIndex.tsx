import { allCards } from '@kutu/advice/cards/all-cards'
import type { DiseaseCard } from '@kutu/advice/disease-card'
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { getCropKey } from '../../../i18n/crop-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { ClassBadge } from '../classes/ClassBadge.tsx'
import { CardThumbnail } from './CardPlates.tsx'

const crops = ['maize', 'beans', 'wheat', 'rice', 'any'] as const

/** Lists every article, grouped by crop. Public. */
export function ArticleIndex() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle title={t('learn.title')} lead={t('learn.intro')} />
      {crops.map(crop => (
        <section key={crop} aria-labelledby={crop} className="flex flex-col gap-3">
          <h2 id={crop} className="text-xl">
            {t(crop === 'any' ? 'learn.crop.any' : getCropKey(crop))}
          </h2>
          <ul className="grid gap-2 sm:grid-cols-2">
            {allCards
              .filter(card => (card.crop ?? 'any') === crop)
              .map(card => (
                <CardLink key={card.id} card={card} />
              ))}
          </ul>
        </section>
      ))}
      <TextLink to="/map" className="self-start">
        {t('learn.map')}
      </TextLink>
    </>
  )
}

function CardLink({ card }: { card: DiseaseCard }) {
  const { language } = useTranslation()
  return (
    <li className="flex">
      <Link
        to={`/learn/${card.id}`}
        className="flex grow items-center justify-between gap-2 rounded-lg border border-line bg-white p-3 hover:border-leaf-ink hover:bg-leaf-tint"
      >
        <CardThumbnail card={card} crop={null} view="closeUp" className="w-18 shrink-0 rounded-md bg-leaf-tint" />
        <span className="flex min-w-0 grow flex-col items-start gap-2">
          <span className="font-bold">{card.title[language]}</span>
          <ClassBadge rustClass={card.productClass} />
        </span>
        <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-muted" />
      </Link>
    </li>
  )
}
