import { useTranslation } from '../../../i18n/use-translation.ts'
import { addDays, toNoonUtc } from '../calendar-days.ts'
import { DiseaseTable } from './DiseaseTable.tsx'
import { WarningSection, WithdrawnSection } from './WarningSection.tsx'
import '../print-page.css'
import type { WeeklySummary } from '@kutu/contract/summaries'
import type { ReactNode } from 'react'
import { getDiseaseTitle } from '../disease-title.ts'
import { useBoundsText } from '../use-bounds-text.ts'
import { CountsTable } from './CountsTable.tsx'

/** All figures of a week on one sheet: at most two pages of A4 with the usual number of diseases. */
export function SummarySheet({ summary }: { summary: WeeklySummary }) {
  const { t, date, dateTime } = useTranslation()
  const { week, warnings, withdrawn, proposed, diseases, rises, districts } = summary
  return (
    <article className="print-page flex flex-col gap-6 print:gap-3">
      <p className="text-lg font-bold">
        {t('week_summary.period', { from: date(toNoonUtc(week)), to: date(toNoonUtc(addDays(week, 6))) })}
      </p>
      <WarningSection
        title={t('week_summary.warnings', { date: date(toNoonUtc(warnings.day)) })}
        none={t('week_summary.no_warnings')}
        list={warnings}
      />
      {withdrawn && withdrawn.count > 0 && <WithdrawnSection list={withdrawn} />}
      {proposed && (
        <WarningSection title={t('week_summary.proposed')} none={t('week_summary.no_proposed')} list={proposed} />
      )}
      <Section title={t('trend.reports')}>
        {diseases.length === 0 ? <p>{t('week_summary.no_reports')}</p> : <DiseaseTable summary={summary} />}
      </Section>
      <Section title={t('week_summary.rises')}>
        {rises.length === 0 ? <p>{t('week_summary.no_rises')}</p> : <RisingTable rises={rises} />}
      </Section>
      <Section title={t('map.about')} isBox>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm print:gap-0">
          <li>{t('week_summary.about_districts', { shown: districts.shown, total: districts.total })}</li>
          <li>{t('map.about_few')}</li>
          <li>{t('map.about_bounds')}</li>
          <li>{t('week_summary.about_plus')}</li>
          <li>{t('map.about_confirmed')}</li>
          <li>{t('map.about_selection')}</li>
          <li>{t('map.about_model')}</li>
          <li>{t('week_summary.about_rises')}</li>
          <li>{t('week_summary.about_warnings')}</li>
          <li>{t('map.about_sample')}</li>
        </ul>
      </Section>
      <p className="text-sm text-muted">
        {t('week_summary.made', { date: dateTime(summary.made_at), version: summary.model_version })}
      </p>
    </article>
  )
}

function Section({ title, isBox = false, children }: { title: string; isBox?: boolean; children: ReactNode }) {
  return (
    <section
      className={
        isBox
          ? 'flex break-inside-avoid flex-col gap-2 rounded-lg border border-line bg-white p-4 print:p-2'
          : 'flex flex-col gap-2 print:gap-1'
      }
    >
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

/** The districts whose shown reports rose most, with the farmers who photographed the crop in both weeks. */
function RisingTable({ rises }: { rises: WeeklySummary['rises'] }) {
  const { t, language } = useTranslation()
  const formatBounds = useBoundsText()
  const lines = rises.map(rise => ({
    id: `${rise.district} ${rise.crop} ${rise.disease}`,
    name: `${rise.district_name}: ${getDiseaseTitle(rise, language)}`,
    cells: [
      <strong key="reports">{formatBounds(rise.reports, rise.reports_max)}</strong>,
      formatBounds(rise.previous_reports, rise.previous_reports_max),
      t('week_summary.of_before', {
        week: formatBounds(rise.photographed_min, rise.photographed_max),
        previous: formatBounds(rise.previous_photographed_min, rise.previous_photographed_max),
      }),
    ],
  }))
  return (
    <CountsTable
      title={t('week_summary.rises')}
      nameHeader={t('district.label')}
      headers={[t('trend.reports'), t('map.week_before'), t('map.photographed')]}
      groups={[{ id: 'rises', lines }]}
    />
  )
}
