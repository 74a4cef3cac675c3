import type { Article } from '@kutu/advice/article'
import { findCard } from '@kutu/advice/cards/all-cards'
import type { DiseaseCard } from '@kutu/advice/disease-card'
import { Camera } from 'lucide-react'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { getSourceAnchorId } from './ArticleLines.tsx'
import { CardThumbnail } from './CardPlates.tsx'

/** Shows related diseases, a link to the camera, the sources and the review date. */
export function ArticleFooter({ card, article }: { card: DiseaseCard; article: Article }) {
  const { t, date, language } = useTranslation()
  const role = useUser()?.role
  const lookAlikes = card.lookAlikeIds.flatMap(id => findCard(id) ?? [])
  return (
    <>
      {lookAlikes.length > 0 && (
        <section aria-labelledby="compare" className="flex flex-col gap-1 print:hidden">
          <h2 id="compare" className="text-xl">
            {t('article.compare')}
          </h2>
          <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {lookAlikes.map(other => (
              <li key={other.id} className="flex flex-col justify-end gap-1">
                <CardThumbnail card={other} crop={card.crop} className="w-full rounded-lg bg-leaf-tint p-3" />
                <TextLink to={`/learn/${other.id}`}>{other.title[language]}</TextLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(role === undefined || role === 'farmer') && (
        <div className="flex flex-col items-start gap-3 rounded-lg bg-leaf-tint p-4 sm:p-6 print:hidden">
          <p>{t('article.check_leaf_note')}</p>
          <LinkButton
            to="/account/addresses/image-analysis"
            icon={<Camera aria-hidden="true" className="size-6 shrink-0" />}
          >
            {t('article.check_leaf')}
          </LinkButton>
        </div>
      )}
      <section aria-labelledby="sources" className="flex flex-col gap-3 border-t border-line pt-6 text-sm">
        <h2 id="sources" className="text-lg">
          {t('article.sources')}
        </h2>
        <dl className="flex flex-col gap-2">
          {article.sources.map(({ key, citation }) => (
            <div
              key={key}
              id={getSourceAnchorId(key)}
              className="grid scroll-mt-6 grid-cols-[4rem_1fr] gap-2 rounded-md p-1 target:bg-amber-tint"
            >
              <dt className="font-bold">{key}</dt>
              <dd lang="en">{citation}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted">{t('article.sources_note')}</p>
        <p className="font-bold">{t('article.reviewed', { date: date(article.reviewedOn) })}</p>
      </section>
    </>
  )
}
