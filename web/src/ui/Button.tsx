import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { Waiting } from './Waiting.tsx'

export type ButtonProps = ComponentProps<'button'> & ButtonLook & { icon?: ReactNode; busy?: boolean; shut?: boolean }

/**
 * A button that does something here. `busy` keeps its place and focus while the work goes on, `shut` where it leads no
 * further, as at the end of a list: who came there by it would lose the focus to `disabled`.
 */
export function Button({
  variant = 'primary',
  size = 'normal',
  wide = false,
  icon,
  busy = false,
  shut = false,
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
      aria-disabled={busy || shut || undefined}
      data-shut={shut || undefined}
      onClick={event => (busy || shut ? event.preventDefault() : onClick?.(event))}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {busy ? <Waiting /> : icon}
      {children}
    </button>
  )
}
