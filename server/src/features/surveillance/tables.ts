import type { DeclineReason, EvidenceLabel, OutcomeCheck, WarningOutcome, WarningState } from '@kutu/contract/warnings'
import type { CountryCode } from '@kutu/places/districts'
import type { Generated } from 'kysely'

/**
 * How sure a report is. `new` counts the reports of new accounts, however sure, and `photographed` the others who photographed the
 * crop, whatever it showed.
 */
export type ReportStrength = 'confirmed' | 'confident' | 'likely' | 'new' | 'photographed'

export type SurveillanceTables = {
  /** The farmers behind each cell of a week that has ended. The job close_weeks counts them. */
  weekly_counts: {
    district: string
    crop: string
    /** Empty for the farmers who photographed the crop. */
    disease: string
    /** The Monday of the week, as `2026-11-23`. */
    week: string
    strength: ReportStrength
    farmers: number
  }
  counted_weeks: {
    week: string
    counted_at: Date
    is_changed: boolean
    /** For each country the days after the end of a week in which nine of ten photos had arrived, of those sent in the eight weeks before. */
    arrival_days: Generated<Partial<Record<CountryCode, number>>>
  }
  disease_warnings: {
    id: Generated<string>
    district: string
    crop: string
    disease: string
    /** The Monday of the week of the rise. */
    week: string
    is_c2_alarm: boolean
    is_c3_alarm: boolean
    /** Codes of the districts that rise together, the own one among them, and the weeks since when. */
    rising_districts: string[] | null
    rising_weeks: number | null
    /** The shortest recurrence interval of an alarm that was proposed then. */
    recurrence_weeks: number
    /** Probability of such a rise by chance in a week of the country. */
    p_value: number
    rises_since: string
    state: WarningState
    proposed_at: Date
    decided_by: string | null
    decided_at: Date | null
    decline_reason: DeclineReason | null
    /** When others hear of a confirmed warning. */
    announced_at: Date | null
    /** The last day on which a confirmed warning holds, or would have held without the withdrawal. */
    valid_until: string | null
    withdrawn_by: string | null
    withdrawn_at: Date | null
    /** Who agreed, as a second person, that SMS are sent. */
    sms_approved_by: string | null
    sms_approved_at: Date | null
    /** Why it was withdrawn or declined; null also once its author is erased. */
    note: string | null
    /** The step before the decision, and its day: a visit by an expert, or nothing until then. */
    next_step: 'visit' | 'look_again' | null
    next_step_on: string | null
    visitor_id: string | null
    outcome: WarningOutcome | null
    checked_by: OutcomeCheck | null
    outcome_by: string | null
    outcome_at: Date | null
  }
  /** Labels that experts gave the photos behind a warning. */
  warning_photo_labels: {
    warning_id: string
    analysis_id: string
    expert_id: string
    label: EvidenceLabel
    labeled_at: Date
  }
  /** The shortest recurrence interval of an alarm that is proposed, where an administrator has set it. */
  alarm_intervals: {
    country: CountryCode
    crop: string
    disease: string
    recurrence_weeks: number
  }
  /** The diseases that were judged in a week of a country, and the `counted_at` of its counts. */
  judged_diseases: {
    week: string
    country: CountryCode
    crop: string
    disease: string
    counted_at: Date
  }
  district_weather: {
    district: string
    /** A day where Kutu runs, as `2026-11-24`. */
    day: string
    is_forecast: boolean
    fetched_at: Date
    /** 24 values, one for each hour from midnight: °C, % of relative humidity, mm of rain. */
    temperature: (number | null)[]
    humidity: (number | null)[]
    rain: (number | null)[]
  }
  warning_deliveries: {
    warning_id: string
    /** The district whose farmers come next, and the farmer after whom. */
    district: string | null
    farmer_id: string | null
    farmers: Generated<number>
    finished_at: Date | null
    /** When the farmers are gone through again, because some had heard of another warning of the crop that week. */
    again_at: Date | null
  }
  warning_notices: {
    warning_id: string
    farmer_id: string
    crop: string
    /** Always `confirmed`: the state of the warning when the notice was sent. */
    state: Generated<'confirmed'>
    sent_at: Date
    /** When the farmer may hear of the next warning of the crop. */
    next_at: Date
    /** When the SMS was handed to the gateway, or left out. */
    sms_at: Date | null
    sms_refused: string | null
    /** When the farmer was notified that the warning was withdrawn. */
    withdrawal_at: Date | null
    /** The SMS about the withdrawal, as `sms_at` and `sms_refused`. */
    withdrawal_sms_at: Date | null
    withdrawal_sms_refused: string | null
  }
}
