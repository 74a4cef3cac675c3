import { z } from 'zod'
import {
  count,
  id,
  idParams,
  instant,
  language,
  optionalText,
  pageQuery,
  paginated,
  person,
  rustClass,
  trimmedText,
} from './common.ts'
import { band } from './detection.ts'
import { endpoint } from './endpoint.ts'
import { pointCollection } from './geojson.ts'
import { maxWithdrawalReason } from './shared-limits.ts'
import { countsSubject, districtCounts, exportQuery } from './surveillance.ts'
import { weatherRisk, weatherSource } from './weather.ts'

const { country, crop } = countsSubject
/** Counts as in `districtCounts`: true ones for those who decide on the warning. */
const counts = districtCounts.shape.totals.shape

export const warningState = z.enum(['open', 'confirmed', 'declined', 'expired', 'withdrawn'])
export type WarningState = z.infer<typeof warningState>
/** Why there is no warning: the answers are wrong, the cause is known and harmless, or the disease does not spread. */
export const declineReason = z.enum(['wrong_answers', 'known_cause', 'no_spread'])
export type DeclineReason = z.infer<typeof declineReason>

export const warningOutcome = z.enum(['real', 'not_real', 'unknown'])
export type WarningOutcome = z.infer<typeof warningOutcome>
export const outcomeCheck = z.enum(['field_visit', 'laboratory'])
export type OutcomeCheck = z.infer<typeof outcomeCheck>
/** Weeks for which a warning may hold. */
export const warningWeeks = { min: 1, max: 4, default: 2 } as const
const weeks = z.number().int().min(warningWeeks.min).max(warningWeeks.max)

/** A rise of a disease in a district, as experts and administrators see it. */
export const diseaseWarning = z.object({
  id,
  country,
  district: z.string(),
  district_name: z.string(),
  crop,
  disease: z.string(),
  /** The Monday of the week of the rise. */
  week: z.iso.date(),
  state: warningState,
  proposed_at: instant,
  /** The id of who confirmed or declined it. */
  decided_by: id.nullable(),
  decided_at: instant.nullable(),
  decline_reason: declineReason.nullable(),
  /** A word on why it was declined; null also once its author has left. */
  decline_note: z.string().nullable(),
  /** The step before the decision, and its day; null for an immediate decision. */
  next_step: z
    .object({
      step: z.enum(['visit', 'look_again']),
      on: z.iso.date(),
      /** Who visits the fields; null without a visit. */
      visitor: person.nullable(),
    })
    .nullable(),
  /** The last day on which a confirmed warning holds, or would have held without the withdrawal. */
  valid_until: z.iso.date().nullable(),
  /** True once that day has ended where Kutu runs. */
  is_over: z.boolean(),
  /** When farmers and others hear of a confirmed warning. One that is withdrawn before reaches nobody. */
  announced_at: instant.nullable(),
  /** When a second person agreed to the SMS of a confirmed warning; none is sent before. */
  sms_approved_at: instant.nullable(),
  withdrawn_at: instant.nullable(),
  /** Why a confirmed warning was withdrawn; null also once its author has left. */
  withdrawal_reason: z.string().nullable(),
  /** If the rise was real, and how that is known; null until somebody has said so. */
  outcome: warningOutcome.nullable(),
  checked_by: outcomeCheck.nullable(),
  /** The id of who said so. */
  outcome_by: id.nullable(),
  /** True if the disease rises in several districts together, by a scan statistic. */
  is_cluster: z.boolean(),
  /** True if the caller may decide on warnings of this country. */
  can_decide: z.boolean(),
})
export type DiseaseWarning = z.infer<typeof diseaseWarning>

/** Warnings of one export; newer ones come first. */
export const maxExportedWarnings = 5000

const alarmMethod = z.enum(['c2', 'c3', 'scan'])
const share = z.number().min(0).max(1)
/** From five on: the scan finds nothing that chance raises oftener than four times as many weeks. */
const recurrenceWeeks = z.number().int().min(5).max(52)
const recurrence = z.object({ country, crop, disease: z.string().min(1).max(60), recurrence_weeks: recurrenceWeeks })

/** A warning that is or was confirmed, as farmers see it. */
export const warningNotice = diseaseWarning
  .pick({ id: true, country: true, district: true, district_name: true, crop: true, disease: true })
  .extend({
    confirmed_at: instant,
    /** The last day on which it holds. */
    valid_until: z.iso.date(),
    /** True after the last day, and once it is withdrawn. */
    is_over: z.boolean(),
    /** When it was withdrawn: it no longer holds. */
    withdrawn_at: instant.nullable(),
  })
export type WarningNotice = z.infer<typeof warningNotice>

/** A confirmed warning on its own page. */
export const warningNoticeDetails = warningNotice.extend({
  /** How much the weather of this week suits the disease in the district; null if it is not known. */
  weather: weatherRisk.nullable(),
  weather_source: weatherSource,
})
export type WarningNoticeDetails = z.infer<typeof warningNoticeDetails>

/** The figures on which the decision rests. */
const evidence = z.object({
  warning: diseaseWarning,
  /** The methods that found the rise in the true counts: EARS in the district, or the scan over several districts. */
  alarms: z.array(alarmMethod).min(1),
  /** The districts that rise together, by country and name, and the number of weeks since when. */
  cluster: z
    .object({
      weeks: z.number().int().min(1),
      districts: z.array(z.object({ district: z.string(), name: z.string() })).min(1),
    })
    .nullable(),
  /** The weeks that the method needs, oldest first; the last is the week of the rise. */
  weeks: z.array(
    z.object({
      week: z.iso.date(),
      ...counts,
      /** The fewest reports of this week, as `reports_min`. */
      reports: count,
      /** Reports to be expected, and the limit of C2, both computed from `reports`; null without a baseline. */
      expected: z.number().min(0).nullable(),
      limit: z.number().min(0).nullable(),
    }),
  ),
  /** True if the farmers who photographed the crop are known in every week, so that `expected` follows their number. */
  is_adjusted: z.boolean(),
  /** True for those who decide on the warning: no count is hidden. */
  is_exact: z.boolean(),
  /** C2 and C3 of the week as it is counted now; null where counts are hidden or the baseline is too short. */
  ears: z.object({ c2: z.number(), c3: z.number() }).nullable(),
  /** Weeks in which chance alone raises such an alarm in the country at most once, 1,000 at most; null for those who do not decide. */
  chance_weeks: count.nullable(),
  /** Weeks of known outbreaks among the 24 from which EARS takes its baseline; null for those who do not decide. */
  outbreak_weeks: count.nullable(),
  /** Reports of the week by new accounts, which count nowhere else; null for none and, where counts are hidden, below five. */
  new_reports: z.number().int().min(1).nullable(),
  /** Farmers who report the disease and did not in the four weeks before; null for those who do not decide. */
  first_reports: z.number().int().min(0).nullable(),
  /** Behind the reports, also of new accounts: their median age in days, photos and different photos; null as above. */
  sources: z.object({ account_days: count, photos: count, distinct_photos: count }).nullable(),
  /** Experts who decide on the warning and could visit the fields, by name; empty for callers who do not decide on it. */
  visitors: z.array(person),
  /** Districts around, with the week of the rise and the one before. */
  neighbors: z.array(
    z.object({
      district: z.string(),
      name: z.string(),
      country,
      week: z.object(counts),
      previous_week: z.object(counts),
    }),
  ),
  /** How much the weather suited the disease in the week of the rise, and suits it this week; weeks without weather are left out. */
  weather: z.array(weatherRisk.extend({ week: z.iso.date() })),
  weather_source: weatherSource,
})
export type WarningEvidence = z.infer<typeof evidence>

/** Photos on a page of the evidence. */
export const maxEvidencePhotos = 12

/** An opaque id: the photo of a report, not of a farmer. */
const evidencePhotoId = z.string().regex(/^[0-9a-f]{32}$/)

/** Labels that an expert gives a photo of a warning: its disease, another one, a healthy leaf, or nothing certain. */
export const evidenceLabel = z.enum(['this_disease', 'other_disease', 'healthy', 'unclear'])
export type EvidenceLabel = z.infer<typeof evidenceLabel>

/** A photo behind a report: without a name, a day, or a place finer than the district. */
export const evidencePhoto = z.object({
  id: evidencePhotoId,
  /** A signed URL; `size=small` gives a smaller picture. */
  image: z.string(),
  own_label: evidenceLabel.nullable(),
  /** Findings of the model and of others; null for an expert who has not labeled the photo yet, while the warning is open. */
  findings: z
    .object({
      /** The answer of the model and how sure it was. */
      rust_class: rustClass,
      disease: z.string().nullable(),
      band,
      /** The label on which experts agreed in the training queue; null if they did not see it. */
      label: rustClass.nullable(),
      /** The farmer allows that leaf photos are shown, or reported the answer to experts, who have decided. */
      source: z.enum(['allowed', 'reported']),
      /** How many other experts gave each label to the photo of this warning. */
      others: z.array(z.object({ label: evidenceLabel, experts: z.number().int().min(1) })),
    })
    .nullable(),
})
export type EvidencePhoto = z.infer<typeof evidencePhoto>

const smsToken = z.string().regex(/^[0-9a-z]{13,24}$/)
/** Many phones of a carrier share an address. A token has 62 bits. */
const smsRateLimit = { max: 600, seconds: 300, by: 'address' } as const

export const warnings = {
  listWarnings: endpoint({
    method: 'GET',
    path: '/api/surveillance/warnings/',
    access: 'approved expert or admin',
    summary: 'List warnings of a state, newest week first; experts see those of their country',
    query: pageQuery.extend({
      // `to_check`: confirmed and withdrawn ones of which nobody has said if the rise was real. `sms_waiting`: those of which farmers have
      // heard and whose SMS wait for the caller, a second person.
      state: z.enum([...warningState.options, 'to_check', 'sms_waiting']).default('open'),
      country: country.optional(),
    }),
    reply: paginated(diseaseWarning),
  }),
  exportWarnings: endpoint({
    method: 'GET',
    path: '/api/surveillance/warnings/export.geojson',
    access: 'approved expert or admin',
    apiKeyScopes: ['warnings'],
    summary: `Download the confirmed warnings of a country as GeoJSON, newest week first, at most ${maxExportedWarnings}; withdrawn ones are left out`,
    query: exportQuery.pick({ country: true, from: true, to: true }),
    isRevocable: true,
    reply: pointCollection(
      diseaseWarning.pick({ district: true, country: true, crop: true, disease: true, week: true }).extend({
        name: z.string(),
        confirmed_at: instant,
        /** The last day on which it holds, or held. */
        valid_until: z.iso.date(),
        /** Codes of the districts that rise together; null for one alone. */
        rising_districts: z.array(z.string()).nullable(),
      }),
    ),
    contentType: 'application/geo+json',
    rateLimit: { max: 60, seconds: 300, by: 'user' },
  }),
  showWarning: endpoint({
    method: 'GET',
    path: '/api/surveillance/warnings/{id}/',
    access: 'approved expert or admin',
    summary: 'Show a warning with its evidence: weekly counts, what was to be expected, and the districts around',
    reply: evidence,
    errors: ['warning_of_other_country'],
  }),
  listEvidencePhotos: endpoint({
    method: 'GET',
    path: '/api/surveillance/warnings/{id}/photos/',
    access: 'approved expert or admin',
    summary:
      'List photos behind the reports of a warning that is open or confirmed, one of a farmer, for experts of its country: photos that farmers allowed to be shown or reported, of counts that are not hidden',
    query: pageQuery.extend({
      page_size: z.coerce.number().int().min(1).max(maxEvidencePhotos).default(maxEvidencePhotos),
    }),
    reply: paginated(evidencePhoto).extend({
      /**
       * Photos that two experts or more have labeled, and those of them on which all name the disease. While the warning is open, an
       * expert gets the count of the photos with an own label only.
       */
      checked: z.object({ photos: count, agreed: count }),
    }),
    errors: ['warning_of_other_country'],
  }),
  labelEvidencePhoto: endpoint({
    method: 'PUT',
    path: '/api/surveillance/warnings/{id}/photos/{photo_id}/label/',
    access: 'approved expert',
    summary:
      'Label a photo of an open warning, once; the reply has the model’s answer and the labels of others. Only experts of its country may',
    params: idParams.extend({ photo_id: evidencePhotoId }),
    body: z.object({ label: evidenceLabel }),
    reply: evidencePhoto,
    errors: ['already_decided', 'already_labeled', 'warning_of_other_country'],
  }),
  previewWarning: endpoint({
    method: 'GET',
    path: '/api/surveillance/warnings/{id}/preview/',
    access: 'approved expert or admin',
    summary: 'Show whom a warning would reach and its SMS in each language; only for those who decide on it',
    query: z.object({ weeks: z.coerce.number().pipe(weeks).default(warningWeeks.default) }),
    reply: z.object({
      /** Farmers who grow the crop there, and the districts where they live. Some get no notice, as they chose or heard of another. */
      farmers: count,
      districts: count,
      /** Those of them who get an SMS as well; 0 without an SMS gateway. */
      sms: count,
      /** About what these SMS cost, by their parts; null without a price. */
      cost: z.object({ amount: z.number().min(0), currency: z.string() }).nullable(),
      texts: z.array(z.object({ language, text: z.string() })),
      /** Photos behind its reports that two experts or more have labeled. */
      labeled_photos: count,
    }),
    errors: ['warning_of_other_country'],
  }),
  confirmWarning: endpoint({
    method: 'POST',
    path: '/api/surveillance/warnings/{id}/confirm/',
    access: 'approved expert or admin',
    summary: 'Confirm a warning for some weeks; only experts of its country and administrators may',
    body: z.object({ weeks: weeks.default(warningWeeks.default) }),
    reply: diseaseWarning,
    errors: ['already_decided', 'warning_of_other_country'],
  }),
  approveSms: endpoint({
    method: 'POST',
    path: '/api/surveillance/warnings/{id}/approve-sms/',
    access: 'approved expert or admin',
    summary:
      'Agree that the SMS of a confirmed warning are sent; only experts of its country and administrators may, and not who confirmed it',
    reply: diseaseWarning,
    errors: ['already_decided', 'second_person_needed', 'warning_not_in_force', 'warning_of_other_country'],
  }),
  declineWarning: endpoint({
    method: 'POST',
    path: '/api/surveillance/warnings/{id}/decline/',
    access: 'approved expert or admin',
    summary: 'Decline a warning; only experts of its country and administrators may',
    body: z.object({ reason: declineReason, note: optionalText(maxWithdrawalReason) }),
    reply: diseaseWarning,
    errors: ['already_decided', 'warning_of_other_country'],
  }),
  planWarning: endpoint({
    method: 'PUT',
    path: '/api/surveillance/warnings/{id}/next-step/',
    access: 'approved expert or admin',
    summary:
      'Plan what happens before the decision on an open warning: a visit by an expert of its country before it expires, or another look in a week',
    body: z.discriminatedUnion('step', [
      z.object({ step: z.literal('visit'), on: z.iso.date(), visitor_id: id }),
      z.object({ step: z.literal('look_again') }),
    ]),
    reply: diseaseWarning,
    errors: ['already_decided', 'warning_of_other_country'],
  }),
  stateOutcome: endpoint({
    method: 'PUT',
    path: '/api/surveillance/warnings/{id}/outcome/',
    access: 'approved expert or admin',
    summary:
      'State if the rise of a warning of which farmers heard was real, or correct that; only for those who decide on it',
    body: z.discriminatedUnion('outcome', [
      z.object({ outcome: warningOutcome.exclude(['unknown']), checked_by: outcomeCheck }),
      z.object({ outcome: z.literal('unknown') }),
    ]),
    reply: diseaseWarning,
    errors: ['warning_not_confirmed', 'warning_of_other_country'],
  }),
  showOutcomes: endpoint({
    method: 'GET',
    path: '/api/surveillance/warnings/outcomes/',
    access: 'approved expert or admin',
    summary:
      'Count how often the rises were real that each method found, by disease; experts see those of their country',
    reply: z.object({
      rows: z.array(
        z.object({
          method: alarmMethod,
          country,
          crop,
          disease: z.string(),
          proposed: count,
          /** Those of which farmers heard, withdrawn ones included. */
          confirmed: count,
          real: count,
          not_real: count,
          /** Positive predictive value: real ones of those with a known outcome, with its 95 % interval (Wilson); null without any. */
          predictive_value: z.object({ share, low: share, high: share }).nullable(),
          /** Alarms of the disease that chance raises oftener than once in so many weeks of the country, or in ten times as many by scan, are not proposed. */
          recurrence_weeks: recurrenceWeeks,
        }),
      ),
    }),
  }),
  setRecurrence: endpoint({
    method: 'PUT',
    path: '/api/surveillance/warnings/recurrence/',
    access: 'admin',
    summary: 'Set how rare by chance an alarm of a disease in a country must be to be proposed',
    body: recurrence,
    reply: recurrence,
  }),
  withdrawWarning: endpoint({
    method: 'POST',
    path: '/api/surveillance/warnings/{id}/withdraw/',
    access: 'approved expert or admin',
    summary:
      'Withdraw a confirmed warning that holds; only experts of its country and administrators may. Farmers who were notified hear of it',
    // Only experts and administrators read the reason.
    body: z.object({ reason: trimmedText(maxWithdrawalReason) }),
    reply: diseaseWarning,
    errors: ['already_decided', 'warning_not_in_force', 'warning_of_other_country'],
  }),
  listNotices: endpoint({
    method: 'GET',
    path: '/api/surveillance/notices/',
    access: 'farmer',
    summary:
      'List the confirmed warnings that hold in the caller’s district and around it, newest first; on request also withdrawn ones that would still hold',
    query: pageQuery.extend({ include: z.literal('withdrawn').optional() }),
    // The district is null for a farmer who has chosen none, and who gets no warnings.
    reply: paginated(warningNotice).extend({ district: z.string().nullable() }),
  }),
  listPublicWarnings: endpoint({
    method: 'GET',
    path: '/api/surveillance/map/warnings/',
    access: 'anyone',
    summary: 'List the confirmed warnings that hold in a country, newest first, without an account',
    query: pageQuery.extend({ country }),
    reply: paginated(warningNotice),
    isRevocable: true,
  }),
  showNotice: endpoint({
    method: 'GET',
    path: '/api/surveillance/notices/{id}/',
    access: 'user',
    summary: 'Show a confirmed warning, also one that is over or withdrawn',
    reply: warningNoticeDetails,
  }),
  // POST, because the address of a call is logged and the token is a secret.
  showSms: endpoint({
    method: 'POST',
    path: '/api/surveillance/warning-sms/',
    access: 'anyone',
    summary: 'Get if the SMS about warnings are on, and their language, with the token of the link in such an SMS',
    body: z.object({ token: smsToken }),
    reply: z.object({ is_on: z.boolean(), language }),
    errors: ['token_invalid'],
    rateLimit: smsRateLimit,
  }),
  chooseSms: endpoint({
    method: 'PUT',
    path: '/api/surveillance/warning-sms/',
    access: 'anyone',
    summary: 'Stop the SMS about warnings, or restart them, with the token of the link in such an SMS',
    body: z.object({ token: smsToken, is_on: z.boolean() }),
    reply: z.object({ is_on: z.boolean() }),
    errors: ['token_invalid'],
    rateLimit: smsRateLimit,
  }),
  showExpertCountry: endpoint({
    method: 'GET',
    path: '/api/surveillance/expert-country/',
    access: 'approved expert',
    summary: 'Get the country in which the caller decides on warnings; null if none is chosen',
    reply: z.object({ country: country.nullable() }),
  }),
  chooseExpertCountry: endpoint({
    method: 'PUT',
    path: '/api/surveillance/expert-country/',
    access: 'approved expert',
    summary: 'Choose the country in which the caller decides on warnings, once; administrators can change it',
    body: z.object({ country }),
    reply: z.object({ country: country.nullable() }),
    errors: ['country_chosen'],
  }),
}
