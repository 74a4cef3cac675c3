import type { Result } from 'lighthouse'

/** Resources of a first visit to a page. None of these figures depends on how busy the machine is. */
export type FirstLoad = {
  /**
   * Transfer size in bytes of the page itself. Not included: files that a worker fetches for later, such as the model,
   * and photos, whose size depends on the leaves that the test happens to draw.
   */
  bytes: number
  scriptBytes: number
  requests: number
  redirects: number
  /** Paths of the render-blocking resources. */
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
    bytes: sumBytes(requests.filter(({ resourceType }) => resourceType !== 'Image')),
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

/** Returns the score of a category from 0 to 100. */
export const getCategoryScore = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? Number.NaN) * 100)

/** Returns the audits that lost points in a category, with Lighthouse's details. */
export const listFailedAudits = (result: Result, category: string): string[] =>
  (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = result.audits[id]
    const isFailed = weight > 0 && audit !== undefined && audit.score !== null && audit.score < 1
    return isFailed ? [`${audit.title}: ${JSON.stringify(audit.details).slice(0, 1000)}`] : []
  })

export function getNumericValue(result: Result, id: string): number {
  const value = result.audits[id]?.numericValue
  if (value === undefined) throw new Error(`Lighthouse result has no numeric audit ${id}`)
  return value
}

function getAuditItems<Item>(result: Result, id: string): Item[] {
  const details = result.audits[id]?.details
  if (details?.type !== 'table' && details?.type !== 'opportunity')
    throw new Error(`Lighthouse result has no table ${id}`)
  return details.items as unknown as Item[]
}
