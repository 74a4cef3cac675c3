import { classNames } from './class-names.ts'

/**
 * User-written text as plain text, with its line breaks and in its own direction. URLs are not linked, so that nobody
 * opens a stranger's link by accident.
 */
export function UserText({ className, children }: { className?: string; children: string }) {
  return (
    <p dir="auto" className={classNames('max-w-prose text-start wrap-anywhere whitespace-pre-line', className)}>
      {children}
    </p>
  )
}
