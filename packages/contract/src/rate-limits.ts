import { z } from 'zod'
import type { Endpoint, RateLimit } from './endpoint.ts'

/**
 * Budgets that all calls of a client share. Every call takes from one of them, whatever `rateLimit` its endpoint declares.
 * Each process counts in its memory: a bucket of `max` units that refills evenly within `seconds`. Signed-in users have
 * their own, because a school, a market or all customers of a mobile carrier may share one address.
 */
export const callBudgets = {
  /** Reads of a signed-in user. A screen of the web app makes up to ten. */
  reads: { max: 600, seconds: 60, by: 'user' },
  /** Writes of a signed-in user. */
  writes: { max: 300, seconds: 60, by: 'user' },
  /** Calls with an API key: programs, which read whole weeks and years at once. */
  keys: { max: 120, seconds: 60, by: 'key' },
  /** Calls without a valid access token: sign-up, sign-in, expired and forged tokens. */
  anonymous: { max: 6000, seconds: 60, by: 'address' },
  /** Health and readiness. Their own budget, so that no flood of other calls makes a server look broken. */
  probes: { max: 600, seconds: 60, by: 'address' },
  /** Everything outside the contract: the web app, photos with signed links, documentation, unknown paths. */
  other: { max: 30_000, seconds: 60, by: 'address' },
} as const satisfies Record<string, RateLimit>

export type CallBudget = keyof typeof callBudgets

/**
 * Returns the budget that a call takes from. Without a valid access token it takes from `anonymous` instead, with an API key
 * from `keys`.
 */
export function budgetOf({ access, method, isProbe }: Endpoint): CallBudget {
  if (isProbe) return 'probes'
  if (access === 'anyone') return 'anonymous'
  return method === 'GET' ? 'reads' : 'writes'
}

/** Rows of a list that cost one unit. */
export const rowsPerUnit = 25
/** Units that a text search costs in addition. */
export const searchUnits = 4

/** Returns the units that a call takes from its budget: one, more for long pages and for searches. */
export function callCost({ query: schema }: Endpoint, query: unknown): number {
  const { page_size: pageSize, search }: { page_size?: unknown; search?: unknown } = Object(query)
  const pageSizeSchema = schema?.shape.page_size
  const rows = pageSizeSchema instanceof z.ZodType ? readRows(pageSizeSchema, pageSize) : 0
  const isSearch = schema?.shape.search !== undefined && search !== undefined && search !== ''
  return Math.max(1, Math.ceil(rows / rowsPerUnit)) + (isSearch ? searchUnits : 0)
}

/** Returns the page size of a request. Invalid values cost one unit: they are rejected. */
function readRows(schema: z.ZodType, pageSize: unknown): number {
  const { success, data } = schema.safeParse(pageSize === '' ? undefined : pageSize)
  if (!success) return 1
  return typeof data === 'number' ? data : maxUnpagedRows
}

/** Rows of a list without paging parameters, where older clients send none. */
const maxUnpagedRows = 200

/** Returns the limits of an endpoint as sentences. */
export function describeLimits(endpoint: Endpoint): string {
  const budget = budgetOf(endpoint)
  const { max, seconds, by } = callBudgets[budget]
  const own = endpoint.rateLimit
    ? [`At most ${endpoint.rateLimit.max} calls in ${endpoint.rateLimit.seconds} seconds by ${endpoint.rateLimit.by}.`]
    : []
  const lists = endpoint.query?.shape.page_size === undefined ? [] : [`one for each ${rowsPerUnit} rows`]
  const searches = endpoint.query?.shape.search === undefined ? [] : [`${searchUnits} more for a search`]
  const costs = [...lists, ...searches].join(', and ')
  const shared = `Counts among ${max} ${budget} calls in ${seconds} seconds by ${by}${costs && `: ${costs}`}.`
  const { keys } = callBudgets
  const byKey = endpoint.apiKeyScopes ? [`With an API key: ${keys.max} calls in ${keys.seconds} seconds by key.`] : []
  return [...own, shared, ...byKey].join(' ')
}
