import { clsx } from 'clsx'

/**
 * Shows text that a person wrote: line breaks are kept and the direction follows its script. Addresses are not linked,
 * so that nobody opens a stranger's link by accident.
 */
export function UserText({ className, children }: { className?: string; children: string }) {
  return (
    <p dir="auto" className={clsx('max-w-prose text-start wrap-anywhere whitespace-pre-line', className)}>
      {children}
    </p>
  )
}
