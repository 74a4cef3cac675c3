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

type Request = {
  url: string
  resourceType?: string
  statusCode: number
  transferSize: number
  sessionTargetType: string
}

export function firstLoadOf(result: Result): FirstLoad {
  const requests = itemsOf<Request>(result, 'network-requests').filter(
    ({ sessionTargetType, url }) => sessionTargetType === 'page' && url.startsWith('http'),
  )
  const bytesOf = (some: readonly Request[]) => some.reduce((sum, { transferSize }) => sum + transferSize, 0)
  return {
    bytes: bytesOf(requests),
    scriptBytes: bytesOf(requests.filter(({ resourceType }) => resourceType === 'Script')),
    requests: requests.length,
    redirects: requests.filter(({ statusCode }) => statusCode >= 300 && statusCode < 400).length,
    blocking: itemsOf<{ url: string }>(result, 'render-blocking-resources').map(({ url }) => new URL(url).pathname),
    layoutShift: numberOf(result, 'cumulative-layout-shift'),
    elements: numberOf(result, 'dom-size'),
  }
}

/** A category's points of a hundred. */
export const pointsOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? Number.NaN) * 100)

/** What cost points in a category, in Lighthouse's words. */
export const shortcomings = (result: Result, category: string): string[] =>
  (result.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = result.audits[id]
    const isShort = weight > 0 && audit !== undefined && audit.score !== null && audit.score < 1
    return isShort ? [`${audit.title}: ${JSON.stringify(audit.details).slice(0, 1000)}`] : []
  })

export function numberOf(result: Result, id: string): number {
  const value = result.audits[id]?.numericValue
  if (value === undefined) throw new Error(`Lighthouse has no figure ${id}`)
  return value
}

function itemsOf<Item>(result: Result, id: string): Item[] {
  const details = result.audits[id]?.details
  if (details?.type !== 'table' && details?.type !== 'opportunity') throw new Error(`Lighthouse has no list ${id}`)
  return details.items as unknown as Item[]
}
