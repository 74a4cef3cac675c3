import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { Waiting } from './Waiting.tsx'

export type ButtonProps = ComponentProps<'button'> & ButtonLook & { icon?: ReactNode; busy?: boolean }

/** A button that does something here. `busy` keeps its place and focus while the work goes on. */
export function Button({
  variant = 'primary',
  size = 'normal',
  wide = false,
  icon,
  busy = false,
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
      aria-disabled={busy || undefined}
      onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {busy ? <Waiting /> : icon}
      {children}
    </button>
  )
}
