import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { getConfirmedLines } from '@kutu/advice/disease-card'
import type { WarningNoticeDetails as Notice } from '@kutu/contract/warnings'
import { ArrowLeft, Camera } from 'lucide-react'
import { useParams } from 'react-router'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Notice as NoticeBox } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { PlateTriptych } from '../../../ui/plate/PlateTriptych.tsx'
import { findPlateId } from '../../../ui/plate/symptoms.ts'
import { toNoonUtc } from '../calendar-days.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { WeatherCredit } from '../weather/WeatherLevel.tsx'
import { useNotice } from './queries.ts'
import { StopWarnings } from './StopWarnings.tsx'
import { WithdrawnNotice } from './WithdrawnNotice.tsx'

const maxSteps = 3

/** A confirmed warning for farmers: what to do, what the disease looks like, and until when it holds. */
export function WarningNotice() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data, error, isPending, isFetching, refetch } = useNotice(id)
  return (
    <>
      <TextLink to="/account/warnings" className="gap-2 self-start">
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('notices.all')}
      </TextLink>
      {!data && <PageTitle title={t('menu.warnings')} />}
      {isPending && <Skeleton className="h-96 w-full" />}
      {!data && error && <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data &&
        (data.withdrawn_at ? (
          <WithdrawnNotice notice={data} withdrawnAt={data.withdrawn_at} />
        ) : (
          <NoticeText notice={data} />
        ))}
    </>
  )
}

/** Returns true if the weather of this week suits the disease. A low risk is not shown: it could keep people from looking. */
const isSuitable = ({ weather }: Notice): boolean => weather?.level === 'medium' || weather?.level === 'high'

function NoticeText({ notice }: { notice: Notice }) {
  const { t, date, language } = useTranslation()
  const { crop, disease, district_name: district, valid_until, is_over, confirmed_at } = notice
  const card = findDiseaseCard(crop, disease)
  const title = getDiseaseTitle(notice, language)
  const steps = getConfirmedLines(card?.sections.doToday ?? []).slice(0, maxSteps)
  const plateId = card && findPlateId(card.id, crop)
  const hasWeather = !is_over && isSuitable(notice)
  const captions = { early: t('plate.early'), late: t('plate.late'), closeUp: t('plate.close_up') }
  return (
    <article className="flex max-w-2xl flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        {!is_over && <Badge tone="rust">{t('notices.holds', { date: date(toNoonUtc(valid_until)) })}</Badge>}
        <PageTitle
          title={title}
          lead={t('notices.where', { district, country: getCountryName(notice.country, language) })}
        />
        {is_over ? <NoticeBox>{t('notices.over')}</NoticeBox> : <p className="font-bold">{t('notices.means')}</p>}
        {hasWeather && <NoticeBox title={t('notices.weather')}>{t('notices.weather_hint')}</NoticeBox>}
      </div>
      <section
        aria-labelledby="steps"
        className="flex flex-col gap-3 rounded-lg border border-line bg-white p-4 sm:p-6"
      >
        <h2 id="steps" className="text-xl">
          {t('notices.steps')}
        </h2>
        <ol className="flex list-decimal flex-col gap-3 pl-6 marker:font-bold">
          {steps.map(({ text }) => (
            <li key={text.en} className="pl-1">
              {text[language]}
            </li>
          ))}
        </ol>
        <LinkButton to="/account/addresses/image-analysis" icon={Camera} className="self-start">
          {t('action.check_leaf')}
        </LinkButton>
      </section>
      {plateId !== undefined && (
        <section aria-labelledby="looks" className="flex flex-col gap-3">
          <h2 id="looks" className="text-xl">
            {t('notices.looks')}
          </h2>
          <PlateTriptych plateId={plateId} label={t('article.plate', { title })} captions={captions} />
        </section>
      )}
      <div className="flex flex-col items-start">
        {card && <TextLink to={`/learn/${card.id}`}>{t('notices.article')}</TextLink>}
        <StopWarnings />
      </div>
      <p className="text-muted">{t('notices.confirmed', { date: date(confirmed_at) })}</p>
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
