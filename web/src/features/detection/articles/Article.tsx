import { type Article as ArticleText, buildArticle } from '@kutu/advice/article'
import { findCard } from '@kutu/advice/cards/all-cards'
import type { DiseaseCard } from '@kutu/advice/disease-card'
import { canHavePhotos } from '@kutu/advice/photo-cards'
import { ArrowLeft, Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { ClassBadge } from '../classes/ClassBadge.tsx'
import { ShareButton } from '../sharing/ShareButton.tsx'
import { ArticleFooter } from './ArticleFooter.tsx'
import { ArticleLines, SourceLinks } from './ArticleLines.tsx'
import { CardPlates } from './CardPlates.tsx'
import { FarmersPhotos } from './FarmersPhotos.tsx'
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
  const { t, language } = useTranslation()
  const [country, setCountry] = useCountry()
  const article = buildArticle(card, language, country === 'other' ? null : country)
  const countryChoice = (
    <div className="flex flex-col gap-2 print:hidden">
      <ChoiceChips
        legend={t('article.country')}
        choices={countries.map(option => ({ value: option, label: t(`article.country.${option}`) }))}
        value={country}
        onChange={setCountry}
      />
      <p className="text-sm text-muted">{t('article.country_note')}</p>
    </div>
  )
  return (
    <article className="mx-auto flex w-full max-w-2xl flex-col gap-8">
      <ArticleHead card={card} article={article} />
      {canHavePhotos(card) && <FarmersPhotos card={card} />}
      {article.sections
        .filter(section => section.lines.length > 0)
        .map(section => (
          <section key={section.name} aria-labelledby={section.name} className="flex flex-col gap-3">
            <h2 id={section.name} className="text-xl">
              {section.title}
            </h2>
            {section.name === 'sprayOnlyIf' && card.mayNeedSpray && countryChoice}
            <ArticleLines lines={section.lines} isNumbered={section.name === 'doToday'} />
          </section>
        ))}
      <ArticleFooter card={card} article={article} />
    </article>
  )
}

function ArticleHead({ card, article }: { card: DiseaseCard; article: ArticleText }) {
  const { t } = useTranslation()
  const isHealthy = card.productClass === 'healthy'
  return (
    <div className="flex flex-col gap-4">
      <TextLink to="/learn" className="gap-2 self-start print:hidden">
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('learn.all')}
      </TextLink>
      <div className="flex flex-wrap items-center gap-3">
        <ClassBadge rustClass={card.productClass} />
        <span className="font-bold text-muted">{t(`learn.crop.${card.crop ?? 'any'}`)}</span>
      </div>
      <div className="flex flex-col gap-1">
        <PageTitle title={article.title} />
        {article.latinName && (
          <p lang="la" className="text-muted italic">
            {article.latinName}
          </p>
        )}
      </div>
      {!isHealthy && <CardPlates card={card} />}
      <p className="text-lg font-bold">
        {article.message.text} <SourceLinks keys={article.message.sources} />
      </p>
      <p>
        {article.explanation.text} <SourceLinks keys={article.explanation.sources} />
      </p>
      {article.weather && (
        <p>
          {article.weather.text} <SourceLinks keys={article.weather.sources} />
        </p>
      )}
      <Urgency urgency={article.urgency} />
      {/* Four plates, which would push the message off the first screen. */}
      {isHealthy && <CardPlates card={card} />}
      <div className="flex flex-wrap gap-2 print:hidden">
        <ShareButton
          getContent={() => ({ title: article.title, url: `${window.location.origin}/learn/${card.id}` })}
          label={t('article.share')}
          copiedMessage={t('article.copied')}
          failedMessage={t('article.copy_failed')}
        />
        <Button
          variant="quiet"
          icon={<Printer aria-hidden="true" className="size-5" />}
          onClick={() => window.print()}
          className="max-sm:hidden"
        >
          {t('article.print')}
        </Button>
      </div>
    </div>
  )
}

function Urgency({ urgency }: { urgency: ArticleText['urgency'] }) {
  const { t } = useTranslation()
  const rows = [
    { level: urgency.usual, when: t('article.urgency.usual') },
    ...urgency.rules.filter(rule => rule.when !== ''),
  ]
  return (
    <section
      aria-labelledby="urgency"
      className="flex flex-col gap-3 rounded-lg border border-line bg-white p-4 sm:p-6"
    >
      <h2 id="urgency" className="text-lg">
        {t('article.urgency')}
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {rows.map(({ level, when }) => (
          <div key={when} className="col-span-2 grid grid-cols-subgrid">
            <dt className="font-bold">{t(`article.urgency.${level}`)}</dt>
            <dd>{when}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
