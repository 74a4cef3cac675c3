import { useState } from 'react'
import { useUser } from '../../../api/session/session.ts'

/** Countries with their own pesticide rules. `other` shows the general rule. */
export const countries = ['UG', 'KE', 'other'] as const
export type Country = (typeof countries)[number]

const storageKey = 'country'
const callingCodes: Record<string, Country> = { '+256': 'UG', '+254': 'KE' }

/**
 * Returns the stored country, else the country of the user's phone number, else `other`, and a setter that stores it.
 */
export function useCountry(): [Country, (country: Country) => void] {
  const phone = useUser()?.phone_number ?? ''
  const [stored, setStored] = useState(() => countries.find(country => country === localStorage.getItem(storageKey)))
  function setCountry(country: Country) {
    localStorage.setItem(storageKey, country)
    setStored(country)
  }
  return [stored ?? callingCodes[phone.slice(0, 4)] ?? 'other', setCountry]
}
