import type { Result } from 'lighthouse'

/** What a first visit to a page makes a phone fetch and draw; none of it depends on how busy the machine is. */
export type FirstLoad = {
  /** Of the page itself, as they travelled: what a worker fetches for later, such as the model, is not among them. */
  bytes: number
  scriptBytes: number
  requests: number
  redirects: number
  /** What the first picture waits for. */
  blocking: readonly string[]
  layoutShift: number
  elements: number
}

type NetworkRequest = {
  url: string
  resourceType?: string
  statusCode: number
  transferSize: number
  sessionTargetType: string
}

export function summarizeFirstLoad(result: Result): FirstLoad {
  const requests = getAuditItems<NetworkRequest>(result, 'network-requests').filter(
    ({ sessionTargetType, url }) => sessionTargetType === 'page' && url.startsWith('http'),
  )
  const sumBytes = (items: readonly NetworkRequest[]) => items.reduce((sum, { transferSize }) => sum + transferSize, 0)
  return {
    bytes: sumBytes(requests),
    scriptBytes: sumBytes(requests.filter(({ resourceType }) => resourceType === 'Script')),
    requests: requests.length,
    redirects: requests.filter(({ statusCode }) => statusCode >= 300 && statusCode < 400).length,
    blocking: getAuditItems<{ url: string }>(result, 'render-blocking-resources').map(
      ({ url }) => new URL(url).pathname,
    ),
    layoutShift: getNumericValue(result, 'cumulative-layout-shift'),
    elements: getNumericValue(result, 'dom-size'),
  }
}

/** A category's points of a hundred. */
export const getCategoryScore = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? Number.NaN) * 100)

/** What cost points in a category, in Lighthouse's words. */
export const listFailedAudits = (result: Result, category: string): string[] =>
  (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = result.audits[id]
    const isFailed = weight > 0 && audit !== undefined && audit.score !== null && audit.score < 1
    return isFailed ? [`${audit.title}: ${JSON.stringify(audit.details).slice(0, 1000)}`] : []
  })

export function getNumericValue(result: Result, id: string): number {
  const value = result.audits[id]?.numericValue
  if (value === undefined) throw new Error(`Lighthouse has no figure ${id}`)
  return value
}

function getAuditItems<Item>(result: Result, id: string): Item[] {
  const details = result.audits[id]?.details
  if (details?.type !== 'table' && details?.type !== 'opportunity') throw new Error(`Lighthouse has no list ${id}`)
  return details.items as unknown as Item[]
}
