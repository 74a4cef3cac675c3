import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LinkProps } from '../../router.tsx'

export type LinkChip = { id: string; label: ReactNode; to: LinkProps['to']; isCurrent: boolean }

/**
 * Links between related screens, or between the parts of a list, as a row of chips. As links they can be opened in a new tab and
 * shared. `isFilter`: they filter the list of this screen, which keeps its scroll position.
 */
export function LinkChips({
  label,
  chips,
  isFilter = false,
}: {
  label: string
  chips: readonly LinkChip[]
  isFilter?: boolean
}) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ id, to, isCurrent, label: name }) => (
          <li key={id}>
            <Link
              to={to}
              aria-current={isCurrent ? (isFilter ? 'true' : 'page') : undefined}
              className={clsx(
                'inline-flex min-h-12 items-center rounded-full border px-4 font-bold',
                isCurrent
                  ? 'border-leaf-press bg-leaf-press text-white'
                  : 'border-edge bg-white text-leaf-ink hover:bg-leaf-tint',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
