import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useAddress } from '../../router.tsx'

/**
 * Returns secrets from the query or the fragment of an emailed link and removes them from the address bar and the browser's history,
 * where others who use the device could read them.
 */
export function useLinkParameters<Name extends string>(...names: Name[]): Readonly<Record<Name, string | null>> {
  const [, navigate] = useLocation()
  const { pathname, search, hash, state } = useAddress()
  const [parameters] = useState(() => {
    const query = new URLSearchParams(hash === '' ? search : hash.slice(1))
    return Object.fromEntries(names.map(name => [name, query.get(name)])) as Record<Name, string | null>
  })
  useEffect(() => {
    if (search !== '' || hash !== '') navigate(pathname, { replace: true, state })
  })
  return parameters
}
