import { buildArticle } from '@kutu/advice/article'
import { findCard } from '@kutu/advice/cards/all-cards'
import type { DiseaseCard } from '@kutu/advice/disease-card'
import { canHavePhotos } from '@kutu/advice/photo-cards'
import { ArrowLeft, Camera } from 'lucide-react'
import { useParams } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { getCropKey } from '../../../i18n/crop-key.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { Accordion } from '../../../ui/layout/Accordion.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { ClassBadge } from '../classes/ClassBadge.tsx'
import { ShareButton } from '../sharing/ShareButton.tsx'
import { CardPlates, CardThumbnail } from './CardPlates.tsx'
import { FarmersPhotos } from './FarmersPhotos.tsx'
import { SignsAndSteps } from './SignsAndSteps.tsx'
import { countries, useCountry } from './use-country.ts'

/** Shows one disease article. Public, and works offline once the app has been opened. */
export function Article() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const card = findCard(id)
  if (!card) {
    return (
      <>
        <PageTitle title={t('learn.title')} />
        <EmptyState title={t('article.gone.title')} action={<LinkButton to="/learn">{t('learn.all')}</LinkButton>}>
          {t('article.gone.message')}
        </EmptyState>
      </>
    )
  }
  return <CardArticle key={card.id} card={card} />
}

function CardArticle({ card }: { card: DiseaseCard }) {
  const role = useUser()?.role
  return (
    <article className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <ArticleHead card={card} />
      <SignsAndSteps card={card} />
      <ArticleActions card={card} canCheckLeaf={role === undefined || role === 'farmer'} />
      {canHavePhotos(card) && <FarmersPhotos card={card} />}
      <MoreOfArticle card={card} />
    </article>
  )
}

function ArticleHead({ card }: { card: DiseaseCard }) {
  const { t, language } = useTranslation()
  return (
    <div className="flex flex-col gap-4">
      <TextLink to="/learn" className="gap-2 self-start print:hidden">
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('learn.all')}
      </TextLink>
      <CardPlates card={card} />
      <div className="flex flex-wrap items-center gap-3">
        <ClassBadge rustClass={card.productClass} />
        <span className="font-bold text-muted">{t(card.crop ? getCropKey(card.crop) : 'learn.crop.any')}</span>
      </div>
      <PageTitle title={card.title[language]} />
      <p className="text-lg font-bold">{card.message.text[language]}</p>
    </div>
  )
}

function ArticleActions({ card, canCheckLeaf }: { card: DiseaseCard; canCheckLeaf: boolean }) {
  const { t, language } = useTranslation()
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {canCheckLeaf && (
        <LinkButton to="/account/addresses/image-analysis" icon={Camera} iconClass="size-6 shrink-0">
          {t('action.check_leaf')}
        </LinkButton>
      )}
      <ShareButton
        getContent={() => ({ title: card.title[language], url: `${window.location.origin}/learn/${card.id}` })}
      />
    </div>
  )
}

/** The other sections, folded: look-alikes with their plates, the seasons, spraying by country, causes and sources. */
function MoreOfArticle({ card }: { card: DiseaseCard }) {
  const { t, date, language } = useTranslation()
  const [country, setCountry] = useCountry()
  const article = buildArticle(card, language, country === 'other' ? null : country)
  const { urgency, explanation, weather, sources, reviewedOn, latinName } = article
  const sections = article.sections
    .filter(({ name, lines }) => lines.length > 0 && name !== 'whatYouSee' && name !== 'doToday')
    .map(({ name, title, lines }) => ({
      id: name,
      title,
      content: (
        <div className="flex flex-col gap-4">
          {name === 'lookAlikes' && <LookAlikes card={card} />}
          {name === 'sprayOnlyIf' && card.mayNeedSpray && (
            <ChoiceChips
              legend={t('field.country')}
              choices={countries.map(option => ({ value: option, label: t(`article.country.${option}`) }))}
              value={country}
              onChange={setCountry}
            />
          )}
          <ul className="flex list-disc flex-col gap-2 pl-6">
            {lines.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ),
    }))
  const about = (
    <div className="flex flex-col gap-3">
      {latinName && <i lang="la">{latinName}</i>}
      <p>{explanation.text}</p>
      {weather && <p>{weather.text}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {[{ level: urgency.usual, when: t('article.urgency.usual') }, ...urgency.rules]
          .filter(({ when }) => when !== '')
          .map(({ level, when }) => (
            <div key={when} className="col-span-2 grid grid-cols-subgrid">
              <dt className="font-bold">{t(`article.urgency.${level}`)}</dt>
              <dd>{when}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
  const sourceList = (
    <div className="flex flex-col gap-3 text-sm">
      <p>{t('article.reviewed', { date: date(reviewedOn) })}</p>
      <ul lang="en" className="flex list-disc flex-col gap-2 pl-6">
        {sources.map(({ key, citation }) => (
          <li key={key}>{citation}</li>
        ))}
      </ul>
    </div>
  )
  return (
    <Accordion
      isExclusive={false}
      items={[
        ...sections,
        { id: 'about', title: t('article.about'), content: about },
        { id: 'sources', title: t('article.sources'), content: sourceList },
      ]}
    />
  )
}

function LookAlikes({ card }: { card: DiseaseCard }) {
  const { language } = useTranslation()
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-4">
      {card.lookAlikeIds
        .flatMap(id => findCard(id) ?? [])
        .map(other => (
          <li key={other.id} className="flex flex-col justify-end gap-1">
            <CardThumbnail card={other} crop={card.crop} className="w-full rounded-lg bg-leaf-tint p-3" />
            <TextLink to={`/learn/${other.id}`}>{other.title[language]}</TextLink>
          </li>
        ))}
    </ul>
  )
}
