import { isIPv6 } from 'node:net'

/**
 * Returns the rate-limit key of an address: an IPv4 address, or the /64 prefix of an IPv6 address, which belongs to one
 * customer.
 */
export function rateLimitKey(address: string): string {
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return address
  const groups = ipv6Groups(withoutZone)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? `::ffff:${groups.slice(6).join(':')}` : `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address in canonical form. */
function ipv6Groups(address: string): string[] {
  const normalized = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = normalized.split('::').map(part => part.split(':').filter(Boolean))
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
}
