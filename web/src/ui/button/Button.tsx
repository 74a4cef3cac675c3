import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'
import { type ButtonStyle, getButtonClass } from './button-class.ts'

export type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & { icon?: ReactNode; busy?: boolean; softDisabled?: boolean }

/**
 * A button that does something on this page. `busy` and `softDisabled` block it but keep its focus, which `disabled`
 * would lose: while work is in progress, and where it leads no further, as at the end of a list.
 */
export function Button({
  variant = 'primary',
  size = 'normal',
  wide = false,
  icon,
  busy = false,
  softDisabled = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || softDisabled || undefined}
      data-soft-disabled={softDisabled || undefined}
      onClick={event => (busy || softDisabled ? event.preventDefault() : onClick?.(event))}
      className={getButtonClass({ variant, size, wide }, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
