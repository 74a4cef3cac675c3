import { allCards } from '@kutu/advice/all-cards'
import type { DiseaseCard } from '@kutu/advice/card'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ClassBadge } from './ClassBadge.tsx'

const groups = ['maize', 'beans', 'wheat', 'rice', 'any'] as const

/** Every article by crop, for anybody. */
export function ArticleIndex() {
  const { t } = useText()
  return (
    <>
      <PageTitle title={t('learn.title')} lead={t('learn.intro')} />
      {groups.map(group => (
        <section key={group} aria-labelledby={group} className="flex flex-col gap-3">
          <h2 id={group} className="text-xl">
            {t(`learn.crop.${group}`)}
          </h2>
          <ul className="grid gap-2 sm:grid-cols-2">
            {allCards
              .filter(card => (card.crop ?? 'any') === group)
              .map(card => (
                <CardLink key={card.id} card={card} />
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function CardLink({ card }: { card: DiseaseCard }) {
  const { language } = useText()
  return (
    <li className="flex">
      <Link
        to={`/learn/${card.id}`}
        className="flex grow items-center justify-between gap-3 rounded-lg border border-line bg-white p-4 hover:border-leaf-ink hover:bg-leaf-tint"
      >
        <span className="flex min-w-0 flex-col items-start gap-2">
          <span className="font-bold">{card.title[language]}</span>
          <ClassBadge rustClass={card.productClass} />
        </span>
        <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-muted" />
      </Link>
    </li>
  )
}
