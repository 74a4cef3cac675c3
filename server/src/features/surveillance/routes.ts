import { summaries } from '@kutu/contract/summaries'
import { surveillance } from '@kutu/contract/surveillance'
import { trends } from '@kutu/contract/trends'
import { warnings } from '@kutu/contract/warnings'
import { weather } from '@kutu/contract/weather'
import { implementContract } from '../../platform/http/handlers.ts'
import { chooseExpertCountry, getExpertCountry } from '../accounts/experts/expert-country.ts'
import { listNotices, listPublicWarnings, showNotice } from './notices/notices.ts'
import { chooseSms, showSms } from './notices/stop-link.ts'
import { showSummary } from './summary/weekly-summary.ts'
import { approveSms, decideWarning } from './warnings/decide-warning.ts'
import { showEvidence } from './warnings/evidence.ts'
import { labelEvidencePhoto, listEvidencePhotos } from './warnings/evidence-photos.ts'
import { exportWarnings } from './warnings/export-warnings.ts'
import { planWarning } from './warnings/plan-warning.ts'
import { previewWarning } from './warnings/preview-warning.ts'
import { setRecurrence, showOutcomes, stateOutcome } from './warnings/warning-outcomes.ts'
import { findDisclosure, listWarnings } from './warnings/warnings.ts'
import { withdrawWarning } from './warnings/withdraw-warning.ts'
import { showWeatherRisk } from './weather/weather-risk.ts'
import { exportCounts, exportCountsAsGeoJson } from './weekly/export-counts.ts'
import { getDistrictCounts } from './weekly/read-weeks.ts'
import { showTrend } from './weekly/show-trend.ts'

export const surveillanceFeature = implementContract(surveillance)({
  showCounts: async (app, { db, caller, query }) =>
    getDistrictCounts(db, app, query, await findDisclosure(db, app, caller, query.country)),
  exportCounts: (app, { db, query }) => exportCounts(db, app, query),
  exportCountsAsGeoJson: (app, { db, query }) => exportCountsAsGeoJson(db, app, query),
  showMap: (app, { db, query }) => getDistrictCounts(db, app, query),
})

export const warningsFeature = implementContract(warnings)({
  listWarnings: (app, { db, caller, query, url }) => listWarnings(db, app, caller, query, url),
  exportWarnings: (app, { query }) => exportWarnings(app, query),
  showWarning: (app, { db, caller, params }) => showEvidence(db, app, caller, params.id),
  listEvidencePhotos: (app, { db, caller, params, query, url }) =>
    listEvidencePhotos(db, app, caller, params.id, query, url),
  labelEvidencePhoto: (app, { db, caller, params, body, url }) =>
    labelEvidencePhoto(db, app, caller, params, body.label, url),
  previewWarning: (app, { db, caller, params, query }) => previewWarning(db, app, caller, params.id, query.weeks),
  confirmWarning: (app, { db, caller, params, body }) =>
    decideWarning(db, app, caller, params.id, { state: 'confirmed', weeks: body.weeks }),
  approveSms: (app, { db, caller, params }) => approveSms(db, app, caller, params.id),
  declineWarning: (app, { db, caller, params, body }) =>
    decideWarning(db, app, caller, params.id, { state: 'declined', ...body }),
  planWarning: (app, { db, caller, params, body }) => planWarning(db, app, caller, params.id, body),
  stateOutcome: (app, { db, caller, params, body }) => stateOutcome(db, app, caller, params.id, body),
  setRecurrence: (app, { db, caller, body }) => setRecurrence(db, app, caller, body),
  showOutcomes: (app, { db, caller }) => showOutcomes(db, app, caller),
  withdrawWarning: (app, { db, caller, params, body }) => withdrawWarning(db, app, caller, params.id, body.reason),
  listNotices: (app, { caller, query, url }) => listNotices(app, caller, query, url),
  listPublicWarnings: (app, { query, url }) => listPublicWarnings(app, query, url),
  showNotice: (app, { db, params }) => showNotice(db, app, params.id),
  showSms: (app, { body }) => showSms(app, body.token),
  chooseSms: (app, { body }) => chooseSms(app, body),
  showExpertCountry: (_, { db, caller }) => getExpertCountry(db, caller),
  chooseExpertCountry: (app, { db, caller, body }) => chooseExpertCountry(db, app, caller, body.country),
})

export const summariesFeature = implementContract(summaries)({
  showSummary: (app, { db, caller, query }) => showSummary(db, app, caller, query),
})

export const trendsFeature = implementContract(trends)({
  showTrend: async (app, { db, caller, query }) =>
    showTrend(db, app, query, await findDisclosure(db, app, caller, query.country)),
})

export const weatherFeature = implementContract(weather)({
  showWeatherRisk: (app, { db, query }) => showWeatherRisk(db, app, query),
})
