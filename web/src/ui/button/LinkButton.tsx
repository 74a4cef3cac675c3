import { Link } from 'wouter'
import type { LinkProps } from '../../router.tsx'
import { ButtonIcon, type ButtonIconProps } from './Button.tsx'
import { type ButtonStyle, getButtonClass } from './button-class.ts'

/** A link that looks like a button, for navigation. */
export function LinkButton({
  variant = 'primary',
  size = 'normal',
  wide = false,
  icon,
  iconClass,
  className,
  children,
  ...rest
}: LinkProps & ButtonStyle & ButtonIconProps) {
  return (
    <Link {...rest} className={getButtonClass({ variant, size, wide }, className)}>
      <ButtonIcon {...{ icon, iconClass }} />
      {children}
    </Link>
  )
}
