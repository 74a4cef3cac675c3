import { expect, test } from '@playwright/test'
import { origin } from '../runner/test-server.ts'
import { createExpert, createFarmer, createSessionItems, type TestAccount } from '../support/accounts.ts'
import { analyzeLeaves } from '../support/analyses.ts'
import { createPost, moderatePost } from '../support/community.ts'
import { hasLeafPhotos } from '../support/leaf-photos.ts'
import { type FirstLoad, getCategoryScore, listFailedAudits, summarizeFirstLoad } from './first-load.ts'
import { auditFirstVisit } from './phone.ts'

type Budget = Pick<FirstLoad, 'bytes' | 'scriptBytes' | 'requests'>

/**
 * Budgets in compressed bytes, each up to 10% above the measured value, so that growth is a deliberate decision. The files
 * that a screen loads after its first view count as well.
 */
const screens: { name: string; path: string; budget: Budget }[] = [
  { name: 'sign-in', path: '/auth', budget: { bytes: 120_000, scriptBytes: 102_000, requests: 15 } },
  { name: 'the dashboard', path: '/account', budget: { bytes: 229_000, scriptBytes: 197_000, requests: 50 } },
  {
    name: 'Upload Image',
    path: '/account/addresses/image-analysis',
    budget: { bytes: 268_000, scriptBytes: 241_000, requests: 48 },
  },
  {
    name: 'the board',
    path: '/account/addresses/community-posts',
    budget: { bytes: 228_000, scriptBytes: 198_000, requests: 46 },
  },
]

let farmer: TestAccount

test.beforeAll(async () => {
  farmer = await createFarmer()
  const expert = await createExpert()
  for (const title of ['Orange powder on the leaves', 'Rows that stay short']) {
    const { id } = await createPost(farmer, { title })
    await moderatePost(expert, id, { action: 'approve' })
  }
  if (hasLeafPhotos) await analyzeLeaves(farmer, 'rust', 'healthy')
})

for (const { name, path, budget } of screens) {
  test(`Lighthouse finds nothing to fix on ${name}, and its first load is small`, async () => {
    const result = await auditFirstVisit(origin, path, path === '/auth' ? {} : await createSessionItems(farmer))
    expect(new URL(result.finalDisplayedUrl).pathname).toBe(path)

    const load = summarizeFirstLoad(result)
    const scores = ['performance', 'accessibility', 'best-practices'].map(
      each => `${each} ${getCategoryScore(result, each)}`,
    )
    console.log(`${name}: ${scores.join(', ')}; ${JSON.stringify(load)}`)
    expect(listFailedAudits(result, 'accessibility')).toEqual([])
    expect(getCategoryScore(result, 'accessibility')).toBe(100)
    expect(
      getCategoryScore(result, 'best-practices'),
      listFailedAudits(result, 'best-practices').join('\n'),
    ).toBeGreaterThanOrEqual(95)

    expect(load.redirects).toBe(0)
    expect(load.blocking.filter(file => !file.endsWith('.css'))).toEqual([])
    expect(load.blocking.length).toBeLessThanOrEqual(1)
    expect(load.layoutShift).toBeLessThanOrEqual(0.1)
    expect(load.elements).toBeLessThanOrEqual(800)
    expect(load.requests).toBeLessThanOrEqual(budget.requests)
    expect(load.scriptBytes).toBeLessThanOrEqual(budget.scriptBytes)
    expect(load.bytes).toBeLessThanOrEqual(budget.bytes)
  })
}
