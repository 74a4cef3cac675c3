import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import type { WarningNotice } from '@kutu/contract/warnings'
import { ChevronRight } from 'lucide-react'
import { Link, useSearchParams } from 'wouter'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../../ui/layout/page-param.ts'
import { PlateDrawing } from '../../../ui/plate/PlateDrawing.tsx'
import { findPlateId } from '../../../ui/plate/symptoms.ts'
import { toNoonUtc } from '../calendar-days.ts'
import { getDiseaseTitle } from '../disease-title.ts'
import { pageSize, useNotices } from './queries.ts'

/** Lists the warnings that hold where the farmer lives, and those that were withdrawn and would still hold. */
export function MyWarnings() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const page = parsePageParam(params)
  return (
    <>
      <PageTitle title={t('menu.warnings')} lead={t('notices.lead')} />
      <Loaded query={useNotices(page)} skeleton={<SkeletonList count={2} className="h-28 w-full" />}>
        {({ district, count, results }) =>
          district === null ? (
            <EmptyState
              title={t('notices.no_district')}
              picture={<PlateDrawing plateId="maize-healthy" className="h-24" />}
              action={<LinkButton to="/account/profile#correct">{t('notices.choose_district')}</LinkButton>}
            />
          ) : count === 0 ? (
            <EmptyState
              title={t('notices.none')}
              picture={<PlateDrawing plateId="maize-healthy" className="h-24" />}
              action={<LinkButton to="/account/addresses/image-analysis">{t('action.check_leaf')}</LinkButton>}
            />
          ) : (
            <>
              <ul className="flex max-w-2xl flex-col gap-3">
                {results.map(notice => (
                  <li key={notice.id}>
                    <NoticeLink notice={notice} />
                  </li>
                ))}
              </ul>
              <Pagination {...{ page, pageSize, count }} onPageChange={next => setParams({ page: String(next) })} />
            </>
          )
        }
      </Loaded>
      <TextLink to="/account/notifications" className="self-start">
        {t('notices.ways')}
      </TextLink>
    </>
  )
}

function NoticeLink({ notice }: { notice: WarningNotice }) {
  const { t, date, language } = useTranslation()
  const { id, district_name: district, country: code, valid_until, withdrawn_at } = notice
  const place = { district, country: getCountryName(code, language) }
  const plateId = findPlateId(findDiseaseCard(notice.crop, notice.disease)?.id ?? '', notice.crop)
  return (
    <Link
      to={`/account/warnings/${id}`}
      className="flex items-center justify-between gap-3 rounded-lg border border-line bg-white p-4 hover:border-leaf"
    >
      <span className="flex min-w-0 grow flex-col items-start gap-2">
        {plateId && <PlateDrawing plateId={plateId} className="h-32 self-center" />}
        <span className="text-lg font-bold">{getDiseaseTitle(notice, language)}</span>
        <span>{t(withdrawn_at ? 'warnings.place' : 'notices.where', place)}</span>
        {withdrawn_at ? (
          <span className="font-bold">{t('notices.withdrawn')}</span>
        ) : (
          <Badge tone="rust">{t('notices.holds', { date: date(toNoonUtc(valid_until)) })}</Badge>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-leaf-ink" />
    </Link>
  )
}
