import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonStyle, getButtonClass } from './button-class.ts'

/** A link that looks like a button, for navigation. */
export function LinkButton({
  variant = 'primary',
  size = 'normal',
  wide = false,
  icon,
  className,
  children,
  ...rest
}: LinkProps & ButtonStyle & { icon?: ReactNode }) {
  return (
    <Link {...rest} className={getButtonClass({ variant, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  )
}
