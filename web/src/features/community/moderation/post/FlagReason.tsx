import { useTranslation } from '../../../../i18n/use-translation.ts'

/** Shows the reason a moderator gave for a flag. */
export function FlagReason({ reason }: { reason: string | null }) {
  const { t } = useTranslation()
  if (reason === null) return null
  return (
    <p className="rounded-lg bg-rust-tint px-4 py-3 wrap-anywhere">
      <strong className="text-rust-ink">{t('field.reason')}:</strong> <bdi>{reason}</bdi>
    </p>
  )
}
