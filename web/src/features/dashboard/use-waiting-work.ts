import type { WaitingWork } from '@kutu/contract/dashboard'
import { maxWaitingCounted } from '@kutu/contract/shared-limits'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { waitingQuery } from './queries.ts'

/** Returns the counts of what waits for the signed-in user; undefined for everybody but approved experts, and until it is known. */
function useWaitingWork(): WaitingWork | undefined {
  const user = useUser()
  const isEnabled = user?.role === 'expert' && user.is_approved === true
  return useQuery({ ...waitingQuery(), enabled: isEnabled }).data
}

/** Returns the counts by the path of their menu entry, without zeros: everything that waits stands in the inbox. */
export function useMenuCounts(): ReadonlyMap<string, number> {
  const waiting = useWaitingWork()
  // The photos to check are one item.
  const { photos = 0, ...others } = waiting ?? {}
  const count = Object.values(others).reduce((sum, each) => sum + each, Math.min(photos, 1))
  return new Map(count > 0 ? [['/account', count]] : [])
}

/** Returns a function that describes the count of a menu entry for screen readers. */
export function useDescribeCount(): (count: number | undefined) => string | undefined {
  const { t } = useTranslation()
  const formatWaiting = useFormatWaiting()
  return count => (count === undefined ? undefined : t('menu.waiting', { count: formatWaiting(count) }))
}

/** Returns a function that formats a count, which the server limits: `99+`. */
export function useFormatWaiting(): (count: number) => string {
  const { number } = useTranslation()
  return count => (count >= maxWaitingCounted ? `${number(maxWaitingCounted - 1)}+` : number(count))
}
