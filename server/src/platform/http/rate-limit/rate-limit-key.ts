import { isIPv6 } from 'node:net'

/** What one customer of a network has: an IPv4 address, or of IPv6 all that share their first 64 bits, which are one line or one phone. */
export function rateLimitKey(address: string): string {
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return address
  const groups = ipv6Groups(withoutZone)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? `::ffff:${groups.slice(6).join(':')}` : `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, in its one shortest spelling each. */
function ipv6Groups(address: string): string[] {
  const normalized = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = normalized.split('::').map(part => part.split(':').filter(Boolean))
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
}
