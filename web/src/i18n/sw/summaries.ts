import type { Translation } from '../catalogs.ts'
import type { summaries as english } from '../en/summaries.ts'

export const summaries: Translation<typeof english> = {
  'week_summary.title': 'Muhtasari wa wiki: {country}',
  'week_summary.period': '{from} hadi {to}',
  'week_summary.warnings': 'Maonyo tarehe {date}',
  'week_summary.no_warnings': 'Hakuna onyo lililothibitishwa.',
  'week_summary.withdrawn': 'Maonyo yaliyoondolewa',
  'week_summary.withdrawn_on': 'Liliondolewa {date}',
  'week_summary.proposed': 'Yanayosubiri uamuzi',
  'week_summary.no_proposed': 'Hakuna kinachosubiri uamuzi.',
  'week_summary.more_warnings': '{count, plural, one {na # lingine} other {na # mengine}}',
  'week_summary.no_reports': 'Ripoti ni chache au hakuna wiki hii.',
  'week_summary.farmers': 'Wakulima wenye picha: {week}. Wiki iliyotangulia: {previous}.',
  'week_summary.others': 'Magonjwa mengine yana ripoti chache au hayana.',
  'week_summary.rises': 'Ongezeko kubwa zaidi',
  'week_summary.no_rises': 'Hakuna ongezeko kubwa la kuonyesha.',
  'week_summary.of_before': '{week} (awali: {previous})',
  'week_summary.about_districts': 'Wilaya {shown} kati ya {total} zina takwimu tunayoweza kuonyesha.',
  'week_summary.about_plus': '“12+” ni angalau 12: idadi ndogo zimefichwa.',
  'week_summary.about_rises': 'Namba zikiwa 20–24, ongezeko ni uchache wake.',
  'week_summary.about_warnings': 'Onyo huhitaji ongezeko lisilo la kawaida, na mtaalamu anayelithibitisha.',
  'week_summary.made': 'Imetengenezwa {date} kwa modeli {version}.',
}
