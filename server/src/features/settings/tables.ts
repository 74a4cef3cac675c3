export type SettingsTables = {
  data_exports: {
    user_id: string
    id: string
    requested_at: Date
    ready_at: Date | null
    expires_at: Date | null
    /** Size of the file; a bigint, which the driver returns as a string. */
    bytes: string | number | null
    photos: number | null
    photos_left_out: number | null
  }
}
