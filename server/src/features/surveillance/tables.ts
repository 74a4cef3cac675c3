/** How sure a report is. `photographed` counts everybody who photographed the crop, whatever it showed. */
export type ReportStrength = 'confirmed' | 'confident' | 'likely' | 'photographed'

export type SurveillanceTables = {
  farmer_reports: {
    farmer_id: string
    /** The Monday of the week, as `2026-11-23`. */
    week: string
    district: string
    crop: string
    /** Empty for the row that says that the farmer photographed the crop. */
    disease: string
    strength: ReportStrength
  }
  district_reports: {
    district: string
    crop: string
    disease: string
    week: string
    strength: ReportStrength
    farmers: number
  }
}
