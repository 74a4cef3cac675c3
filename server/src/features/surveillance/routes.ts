import { summaries } from '@kutu/contract/summaries'
import { surveillance } from '@kutu/contract/surveillance'
import { trends } from '@kutu/contract/trends'
import { warnings } from '@kutu/contract/warnings'
import { weather } from '@kutu/contract/weather'
import { implementContract } from '../../platform/http/handlers.ts'
import { getDistrictCounts } from './counts/district-counts.ts'
import { exportCounts, exportCountsAsGeoJson } from './counts/export-counts.ts'
import { listNotices, listPublicWarnings, showNotice } from './notices/notices.ts'
import { chooseSms, showSms } from './notices/stop-link.ts'
import { showSummary } from './summary/weekly-summary.ts'
import { showTrend } from './trends/show-trend.ts'
import { decideWarning } from './warnings/decide-warning.ts'
import { showEvidence } from './warnings/evidence.ts'
import { listEvidencePhotos } from './warnings/evidence-photos.ts'
import { chooseExpertCountry, getExpertCountry } from './warnings/expert-country.ts'
import { exportWarnings } from './warnings/export-warnings.ts'
import { listWarnings } from './warnings/warnings.ts'
import { withdrawWarning } from './warnings/withdraw-warning.ts'
import { showWeatherRisk } from './weather/weather-risk.ts'

export const surveillanceFeature = implementContract(surveillance)({
  showCounts: (app, { db, query }) => getDistrictCounts({ ...app, db }, query),
  exportCounts: (app, { db, query }) => exportCounts({ ...app, db }, query),
  exportCountsAsGeoJson: (app, { db, query }) => exportCountsAsGeoJson({ ...app, db }, query),
  showMap: (app, { db, query }) => getDistrictCounts({ ...app, db }, query),
})

export const warningsFeature = implementContract(warnings)({
  listWarnings: (app, { db, caller, query, url }) => listWarnings({ ...app, db }, caller, query, url),
  exportWarnings: (app, { query }) => exportWarnings(app, query),
  showWarning: (app, { caller, params }) => showEvidence(app, caller, params.id),
  listEvidencePhotos: (app, { caller, params, query, url }) => listEvidencePhotos(app, caller, params.id, query, url),
  confirmWarning: (app, { db, caller, params, body }) =>
    decideWarning({ ...app, db }, caller, params.id, { state: 'confirmed', weeks: body.weeks }),
  declineWarning: (app, { db, caller, params, body }) =>
    decideWarning({ ...app, db }, caller, params.id, { state: 'declined', reason: body.reason }),
  withdrawWarning: (app, { db, caller, params, body }) =>
    withdrawWarning({ ...app, db }, caller, params.id, body.reason),
  listNotices: (app, { caller, query, url }) => listNotices(app, caller, query, url),
  listPublicWarnings: (app, { query, url }) => listPublicWarnings(app, query, url),
  showNotice: (app, { params }) => showNotice(app, params.id),
  showSms: (app, { body }) => showSms(app, body.token),
  chooseSms: (app, { body }) => chooseSms(app, body),
  showExpertCountry: (app, { caller }) => getExpertCountry(app, caller),
  chooseExpertCountry: (app, { caller, body }) => chooseExpertCountry(app, caller, body.country),
})

export const summariesFeature = implementContract(summaries)({
  showSummary: (app, { db, caller, query }) => showSummary({ ...app, db }, caller, query),
})

export const trendsFeature = implementContract(trends)({
  showTrend: (app, { db, query }) => showTrend({ ...app, db }, query),
})

export const weatherFeature = implementContract(weather)({
  showWeatherRisk: (app, { db, query }) => showWeatherRisk({ ...app, db }, query),
})
