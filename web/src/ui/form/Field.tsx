import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'

export type FieldProps = {
  label: string
  hint?: string | undefined
  /** A message under the control. It marks the control as invalid. */
  error?: string | undefined
  optional?: boolean
  /** Shows how much of this length is used, near the limit. */
  maxCounted?: number | undefined
}
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label, hint and error around one control, connected for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  maxCounted,
  text,
  id,
  children,
}: FieldProps & {
  id?: string | undefined
  /** The text that is counted. */
  text?: unknown
  children: (control: ControlProps) => ReactNode
}) {
  const { t } = useTranslation()
  const generatedId = useId()
  const controlId = id ?? generatedId
  const describedBy =
    [optional && `${controlId}-optional`, hint && `${controlId}-hint`, error && `${controlId}-error`]
      .filter(Boolean)
      .join(' ') || undefined
  return (
    <div className="flex flex-col gap-1">
      <div>
        <label htmlFor={controlId} className="font-bold">
          {label}
        </label>
        {optional && (
          <span id={`${controlId}-optional`} className="text-muted">
            {' '}
            ({t('field.optional')})
          </span>
        )}
      </div>
      {hint && (
        <p id={`${controlId}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {children({ id: controlId, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
      {maxCounted !== undefined && <CharacterCounter text={String(text ?? '')} max={maxCounted} />}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-2 text-sm font-bold text-rust-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {children}
    </p>
  )
}

export const controlClass =
  'min-h-12 w-full rounded-lg border border-edge bg-white px-3 py-2 text-ink transition-colors hover:border-ink focus:border-leaf-ink disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-2 aria-invalid:border-rust'

const visibleFromFraction = 0.8

/**
 * Shows how much of the allowed length is used, near the limit. Longer text is not cut off, so that its writer can
 * shorten it.
 */
function CharacterCounter({ text, max }: { text: string; max: number }) {
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
