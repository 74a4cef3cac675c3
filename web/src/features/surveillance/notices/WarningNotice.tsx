import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { getConfirmedLines } from '@kutu/advice/disease-card'
import type { WarningNoticeDetails } from '@kutu/contract/warnings'
import { ArrowLeft, Camera } from 'lucide-react'
import { useParams } from 'wouter'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { PlateTriptych } from '../../../ui/plate/PlateTriptych.tsx'
import { findPlateId } from '../../../ui/plate/symptoms.ts'
import { toNoonUtc } from '../calendar-days.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { WeatherCredit } from '../weather/WeatherLevel.tsx'
import { useNotice } from './queries.ts'

const maxSteps = 3

/** A confirmed warning for farmers: what to do, what the disease looks like, and until when it holds. */
export function WarningNotice() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const notice = useNotice(id)
  return (
    <>
      <TextLink to="/account/warnings" className="gap-2 self-start">
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('notices.all')}
      </TextLink>
      {!notice.data && <PageTitle title={t('menu.warnings')} />}
      <Loaded query={notice} skeleton={<Skeleton className="h-96 w-full" />}>
        {data => <NoticeText notice={data} />}
      </Loaded>
    </>
  )
}

/** A warning that was withdrawn demands no steps. */
function NoticeText({ notice }: { notice: WarningNoticeDetails }) {
  const { t, date, language } = useTranslation()
  const { crop, disease, district_name: district, valid_until, is_over, confirmed_at, withdrawn_at, weather } = notice
  const card = findDiseaseCard(crop, disease)
  const title = getDiseaseTitle(notice, language)
  const plateId = card && findPlateId(card.id, crop)
  const place = { district, country: getCountryName(notice.country, language) }
  const isWithdrawn = withdrawn_at !== null
  // A low risk is not shown: it could keep people from looking.
  const hasWeather = !is_over && !isWithdrawn && (weather?.level === 'medium' || weather?.level === 'high')
  const checkLeaf = (
    <LinkButton to="/account/addresses/image-analysis" icon={Camera} className="self-start">
      {t('action.check_leaf')}
    </LinkButton>
  )
  return (
    <article className="flex max-w-2xl flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        {!is_over && !isWithdrawn && (
          <Badge tone="rust">{t('notices.holds', { date: date(toNoonUtc(valid_until)) })}</Badge>
        )}
        <PageTitle title={title} lead={t(isWithdrawn ? 'warnings.place' : 'notices.where', place)} />
        {isWithdrawn ? (
          <Notice title={t('notices.withdrawn')}>{t('notices.withdrawn_hint')}</Notice>
        ) : is_over ? (
          <Notice>{t('notices.over')}</Notice>
        ) : (
          <p className="font-bold">{t('notices.means')}</p>
        )}
        {hasWeather && <Notice title={t('notices.weather')}>{t('notices.weather_hint')}</Notice>}
      </div>
      {isWithdrawn ? (
        checkLeaf
      ) : (
        <>
          <section
            aria-labelledby="steps"
            className="flex flex-col gap-3 rounded-lg border border-line bg-white p-4 sm:p-6"
          >
            <h2 id="steps" className="text-xl">
              {t('notices.steps')}
            </h2>
            <ol className="flex list-decimal flex-col gap-3 pl-6 marker:font-bold">
              {getConfirmedLines(card?.sections.doToday ?? [])
                .slice(0, maxSteps)
                .map(({ text }) => (
                  <li key={text.en} className="pl-1">
                    {text[language]}
                  </li>
                ))}
            </ol>
            {checkLeaf}
          </section>
          {plateId !== undefined && <PlateTriptych plateId={plateId} label={t('article.plate', { title })} />}
        </>
      )}
      <div className="flex flex-col items-start">
        {card && <TextLink to={`/learn/${card.id}`}>{t('notices.article')}</TextLink>}
        <TextLink to="/account/notifications">{t('notices.ways')}</TextLink>
      </div>
      <p className="text-muted">
        {t('notices.confirmed', { date: date(confirmed_at) })}{' '}
        {isWithdrawn && t('notices.withdrawn_on', { date: date(withdrawn_at) })}
      </p>
      {hasWeather && (
        <p className="text-sm text-muted">
          <WeatherCredit
            source={notice.weather_source}
            simulated={t('notices.weather_simulated')}
            service={t('notices.weather_source')}
          />
        </p>
      )}
    </article>
  )
}
