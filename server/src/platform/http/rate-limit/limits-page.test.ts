import { readFileSync } from 'node:fs'
import { contract } from '@kutu/contract/contract'
import type { Endpoint, RateLimit } from '@kutu/contract/endpoint'
import { callBudgets, callCost, rowsPerUnit, searchUnits } from '@kutu/contract/rate-limits'
import { describe, expect, it } from 'vitest'

const page = readFileSync(new URL('../../../../../docs/reference.md', import.meta.url), 'utf8')
const rows = page
  .slice(0, page.indexOf('\n## Logs\n'))
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line => line.split('|').map(cell => cell.trim()))
const endpoints = Object.values(contract).flatMap(feature => Object.values<Endpoint>(feature))
const endpointsByName = new Map(endpoints.map(endpoint => [`\`${endpoint.method} ${endpoint.path}\``, endpoint]))

const format = ({ max, seconds }: RateLimit) => `${max} in ${seconds} seconds`

describe('docs/reference.md', () => {
  it('lists every budget as the contract declares it', () => {
    const documented = rows.flatMap(([, name = '', units, by]) => (/^`[a-z]+`$/.test(name) ? [[name, units, by]] : []))
    const declared = Object.entries(callBudgets).map(([name, limit]) => [
      `\`${name}\``,
      format(limit),
      { user: 'user', key: 'API key', address: 'network' }[limit.by],
    ])
    expect(documented).toEqual(declared)
    expect(page).toContain(`one for each ${rowsPerUnit} rows, and a search ${searchUnits} more`)
    const listCost = callCost(contract.community.listPosts, { page_size: '200' })
    expect(page).toContain(`budget: ${listCost} units for 200 rows`)
  })

  it('lists calls that have a limit of their own', () => {
    const section = page.split('\n### Limits of single calls\n')[1]?.split('\nWithout a limit of their own:\n')[0] ?? ''
    const documented = [...section.matchAll(/`[A-Z]+ \/[^`]+`/g)].map(([name]) => name)
    expect(documented.length).toBeGreaterThan(20)
    expect(documented.filter(name => endpointsByName.get(name)?.rateLimit === undefined)).toEqual([])
  })

  it('names every call that accepts photos or searches', () => {
    const isExpensive = ({ files, query }: Endpoint) => files !== undefined || query?.shape.search !== undefined
    const expensive = endpoints.filter(isExpensive)
    expect(expensive.length).toBeGreaterThan(8)
    const missing = expensive.filter(({ method, path }) => !page.includes(`\`${method} ${path}`))
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })
})
