import { clsx } from 'clsx'
import { useTranslation } from '../../i18n/use-translation.ts'

const visibleFromFraction = 0.8

/**
 * Shows how much of the allowed length is used, near the limit. Longer text is not cut off, so that its writer can
 * shorten it.
 */
export function CharacterCounter({ text, max }: { text: string; max: number }) {
  const { t, number } = useTranslation()
  const isTooLong = text.length > max
  return (
    <p
      role="status"
      className={clsx('text-right text-sm empty:hidden', isTooLong ? 'font-bold text-rust-ink' : 'text-muted')}
    >
      {text.length >= max * visibleFromFraction && t('text.counter', { count: number(text.length), max: number(max) })}
    </p>
  )
}
