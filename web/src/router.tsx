// The address for wouter. Its own hooks of the browser render at once, so a screen that has to load would show its skeleton.
import {
  type ComponentProps,
  createContext,
  type PropsWithChildren,
  startTransition,
  use,
  useCallback,
  useLayoutEffect,
  useState,
} from 'react'
import { type AroundNavHandler, type BaseLocationHook, Router } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

/** `isBack` is true for the first address, and for one that Back or Forward has opened. */
type Address = Record<'pathname' | 'search' | 'hash', string> & { state: unknown; isBack: boolean }
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean; state?: unknown }

const AddressContext = createContext<Address | null>(null)

/** Returns the whole address. For path and query take `useLocation` and `useSearchParams` of wouter. */
export function useAddress(): Address {
  const address = use(AddressContext)
  if (address === null) throw new Error('There is no AppRouter around this component')
  return address
}

const useBrowserAddress: BaseLocationHook = () => [useAddress().pathname, navigate]
// wouter decodes the query once more than URLSearchParams.
useBrowserAddress.searchHook = () => useAddress().search.replaceAll('%25', '%2525')

function readAddress(isBack = true): Address {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state: window.history.state, isBack }
}

/**
 * Provides the address of the browser. The screen that is shown stays until the next one has loaded, and a link to the
 * current address adds nothing to the history.
 */
export function AppRouter({ children }: PropsWithChildren) {
  const [address, setAddress] = useState(readAddress)
  useLayoutEffect(() => {
    const onPopState = () => startTransition(() => setAddress(readAddress()))
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])
  const aroundNav = useCallback<AroundNavHandler>((go, to, options) => {
    const isCurrent = new URL(to, window.location.href).href === window.location.href
    go(to, { ...options, replace: options?.replace ?? isCurrent })
    startTransition(() => setAddress(readAddress(false)))
  }, [])
  return (
    <AddressContext value={address}>
      <Router hook={useBrowserAddress} aroundNav={aroundNav}>
        {children}
      </Router>
    </AddressContext>
  )
}

/** Scrolls to a part that the address names: it loads after the page, so the browser's own jump finds nothing. */
export function scrollIfLinked(part: HTMLElement | null): void {
  if (part && window.location.hash === `#${part.id}`) part.scrollIntoView()
}
