import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LinkProps } from '../../router.tsx'

/** One line that leads to a screen, with a picture before it. The whole row is the link, except a button in the picture. */
export function RowLink({ picture, children, ...link }: LinkProps & { picture: ReactNode }) {
  return (
    <div className="relative flex items-center gap-3 rounded-lg border border-line bg-white px-3 py-2 hover:bg-leaf-tint sm:gap-4 sm:p-3">
      {picture}
      <Link {...link} className="flex min-w-0 grow flex-col leading-snug wrap-anywhere after:absolute after:inset-0">
        {children}
      </Link>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-muted" />
    </div>
  )
}
