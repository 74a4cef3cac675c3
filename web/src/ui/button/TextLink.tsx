import { clsx } from 'clsx'
import { Link } from 'wouter'
import type { LinkProps } from '../../router.tsx'

/** A link in running text or under a form, with a touch target of 48 px. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={clsx(
        'inline-flex min-h-12 items-center font-bold text-leaf-ink underline decoration-1 underline-offset-4 hover:decoration-2',
        className,
      )}
    />
  )
}
