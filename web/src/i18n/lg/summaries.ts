import type { Translation } from '../catalogs.ts'
import type { summaries as english } from '../en/summaries.ts'

export const summaries: Translation<typeof english> = {
  'week_summary.title': 'Okuwumbako kwa wiiki: {country}',
  'week_summary.period': '{from} okutuuka nga {to}',
  'week_summary.warnings': 'Okulabula nga {date}',
  'week_summary.no_warnings': 'Tewali kulabula kukakasiddwa.',
  'week_summary.withdrawn': 'Okulabula okuggyiddwawo',
  'week_summary.withdrawn_on': 'Kwaggyibwawo {date}',
  'week_summary.proposed': 'Ebirindirira okusalibwawo',
  'week_summary.no_proposed': 'Tewali kirindirira kusalibwawo.',
  'week_summary.more_warnings': '{count, plural, one {n’okulala #} other {n’okulala #}}',
  'week_summary.no_reports': 'Lipoota ntono oba tewali wiiki eno.',
  'week_summary.farmers': 'Abalimi abalina ebifaananyi: {week}. Wiiki eyasooka: {previous}.',
  'week_summary.others': 'Endwadde endala zirina lipoota ntono oba tezirina.',
  'week_summary.rises': 'Ebyeyongedde ennyo',
  'week_summary.no_rises': 'Tewali kweyongera kunene kwa kulaga.',
  'week_summary.of_before': '{week} (emabega: {previous})',
  'week_summary.about_districts': 'Disitulikiti {shown} ku {total} zirina omuwendo gwe tusobola okulaga.',
  'week_summary.about_plus': '“12+” kitegeeza waakiri 12: emiwendo emitono gikwekeddwa.',
  'week_summary.about_rises': 'Emiwendo bwe giba 20–24, okweyongera kwe kusinga obutono.',
  'week_summary.about_warnings': 'Okulabula kwetaaga okweyongera okutali kwa bulijjo, n’omukugu akukakasa.',
  'week_summary.made': 'Kyakolebwa {date} ne modulo {version}.',
}
