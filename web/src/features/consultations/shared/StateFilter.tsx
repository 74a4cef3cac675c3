import { clsx } from 'clsx'
import { Link, useSearchParams } from 'react-router'

/** Returns the state selected in the URL, or `all`. */
export function useStateFilter<State extends string>(states: readonly State[]): State | 'all' {
  const [params] = useSearchParams()
  return states.find(state => state === params.get('status')) ?? 'all'
}

/** Filter links by state. They are links, so each can be opened in a new tab and shared. */
export function StateFilter<State extends string>({
  label,
  states,
  selected,
}: {
  label: string
  states: readonly { state: State; label: string }[]
  selected: State
}) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {states.map(({ state, label }) => (
          <li key={state}>
            <Link
              to={state === 'all' ? '?' : `?status=${state}`}
              preventScrollReset
              aria-current={state === selected ? 'true' : undefined}
              className={clsx(
                'inline-flex min-h-12 items-center rounded-full border px-4 font-bold',
                state === selected
                  ? 'border-leaf-press bg-leaf-press text-white'
                  : 'border-edge bg-white text-leaf-ink hover:bg-leaf-tint',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
