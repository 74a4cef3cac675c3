import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'
import { type ButtonStyle, getButtonClass } from './button-class.ts'

export type ButtonIconProps = { icon?: LucideIcon | undefined; iconClass?: string | undefined }
export type ButtonProps = ComponentProps<'button'> &
  ButtonStyle &
  ButtonIconProps & { busy?: boolean; softDisabled?: boolean }

/**
 * A button that does something on this page. `busy` and `softDisabled` block it but keep its focus, which `disabled`
 * would lose: while work is in progress, and where it leads no further, as at the end of a list.
 */
export function Button({
  variant = 'primary',
  size = 'normal',
  wide = false,
  icon,
  iconClass,
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
      {busy ? <Spinner /> : <ButtonIcon {...{ icon, iconClass }} />}
      {children}
    </button>
  )
}

/** The icon before the text of a button. */
export function ButtonIcon({ icon: Icon, iconClass = 'size-5 shrink-0' }: ButtonIconProps) {
  return Icon && <Icon aria-hidden="true" className={iconClass} />
}
