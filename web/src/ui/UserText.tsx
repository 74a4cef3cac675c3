import { classNames } from './class-names.ts'

/**
 * What a person wrote, to the letter: line ends and all, in the direction its own letters have. Addresses in it stay
 * text: nobody follows a stranger's link by a slip of the thumb.
 */
export function UserText({ className, children }: { className?: string; children: string }) {
  return (
    <p dir="auto" className={classNames('max-w-prose text-start wrap-anywhere whitespace-pre-line', className)}>
      {children}
    </p>
  )
}
