import { clsx } from 'clsx'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { passwordScores, usePasswordStrength } from './password-strength.ts'

const colors = ['bg-rust', 'bg-rust', 'bg-amber', 'bg-leaf', 'bg-leaf'] as const

/** Shows the strength of a password in four steps and in words. Place it under the password field. */
export function PasswordMeter({ password }: { password: string }) {
  const { t } = useTranslation()
  const strength = usePasswordStrength(password)
  const score = strength?.score ?? 0
  const description = strength
    ? `${t(`password.level.${strength.level}`)} (${t(`password.score.${passwordScores[score]}`)})`
    : undefined
  return (
    <div className="flex flex-col gap-1">
      <meter className="sr-only" aria-label={t('password.strength')} min={0} max={4} value={score}>
        {description}
      </meter>
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map(step => (
          <span
            key={step}
            className={clsx(
              'h-2 rounded-full transition-colors',
              step <= Math.max(score, strength ? 1 : 0) ? colors[score] : 'bg-line',
            )}
          />
        ))}
      </div>
      <p aria-live="polite" className="text-sm text-muted">
        {description ? (
          <>
            {t('password.strength')}: <strong className="text-ink">{description}</strong>
          </>
        ) : (
          t('password.hint')
        )}
      </p>
    </div>
  )
}
