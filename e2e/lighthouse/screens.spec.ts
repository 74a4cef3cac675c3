import { expect, test } from '@playwright/test'
import { analyse } from '../analyses.ts'
import { ask, moderate } from '../board.ts'
import { hasLeaves } from '../leaves.ts'
import { newExpert, newFarmer, type Person, sessionItems } from '../people.ts'
import { origin } from '../product.ts'
import { type FirstLoad, firstLoadOf, pointsOf, shortcomings } from './first-load.ts'
import { visit } from './phone.ts'

type Budget = Pick<FirstLoad, 'bytes' | 'scriptBytes' | 'requests'>

/** Compressed as they travel; each a tenth above what was measured, so that growth is a decision. */
const screens: { name: string; path: string; budget: Budget }[] = [
  { name: 'sign-in', path: '/auth', budget: { bytes: 170_000, scriptBytes: 110_000, requests: 20 } },
  { name: 'the dashboard', path: '/account', budget: { bytes: 190_000, scriptBytes: 160_000, requests: 30 } },
  {
    name: 'Upload Image',
    path: '/account/addresses/image-analysis',
    budget: { bytes: 245_000, scriptBytes: 205_000, requests: 36 },
  },
  {
    name: 'the board',
    path: '/account/addresses/community-posts',
    budget: { bytes: 210_000, scriptBytes: 185_000, requests: 32 },
  },
]

let farmer: Person

test.beforeAll(async () => {
  farmer = await newFarmer()
  const expert = await newExpert()
  for (const title of ['Orange powder on the leaves', 'Rows that stay short']) {
    const { id } = await ask(farmer, { title })
    await moderate(expert, id, { action: 'approve' })
  }
  if (hasLeaves) await analyse(farmer, 'rust', 'healthy')
})

for (const { name, path, budget } of screens) {
  test(`Lighthouse finds nothing to mend on ${name}, and its first load is small`, async () => {
    const result = await visit(origin, path, path === '/auth' ? {} : await sessionItems(farmer))
    expect(new URL(result.finalDisplayedUrl).pathname).toBe(path)

    const load = firstLoadOf(result)
    const points = ['performance', 'accessibility', 'best-practices'].map(each => `${each} ${pointsOf(result, each)}`)
    console.log(`${name}: ${points.join(', ')}; ${JSON.stringify(load)}`)
    expect(shortcomings(result, 'accessibility')).toEqual([])
    expect(pointsOf(result, 'accessibility')).toBe(100)
    expect(
      pointsOf(result, 'best-practices'),
      shortcomings(result, 'best-practices').join('\n'),
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
