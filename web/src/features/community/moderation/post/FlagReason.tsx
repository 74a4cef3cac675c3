import { useTranslation } from '../../../../i18n/use-translation.ts'

/** Why something was flagged, in the moderator's own words. */
export function FlagReason({ reason }: { reason: string | null }) {
  const { t } = useTranslation()
  if (reason === null) return null
  return (
    <p className="rounded-lg bg-rust-tint px-4 py-3 wrap-anywhere">
      <strong className="text-rust-ink">{t('post.reason')}</strong> <bdi>{reason}</bdi>
    </p>
  )
}
