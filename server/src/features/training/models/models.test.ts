import { readFile } from 'node:fs/promises'
import { getShippedModelsDir } from '@kutu/vision/node/model-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let cardFile: Record<string, Record<string, unknown>>
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpExpert(server)
  cardFile = JSON.parse(await readFile(`${getShippedModelsDir()}/${server.app.vision.card.version}/card.json`, 'utf8'))
})
afterAll(() => server.close())

const getModel = (version: string, token = grace.token) =>
  server.request('GET /analysis/models/{version}/', { token, params: { version } })

describe('model versions', () => {
  it('are listed in pages, with their measurements and the active one marked', async () => {
    const { status, body } = await server.request('GET /analysis/models/', { token: grace.token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 1, next: null, previous: null })
    const [version] = body.results
    expect(version).toMatchObject({
      version: server.app.vision.card.version,
      is_active: true,
      created: cardFile.created,
    })
    expect(version.measured.test_field.accuracy).toEqual(Object(cardFile.measured?.test_field).accuracy)
    expect(version.measured.test_field).not.toHaveProperty('detail')
    expect(version).not.toHaveProperty('sources')
    const beyond = await server.request('GET /analysis/models/', { token: grace.token, query: { page: 2 } })
    expect(beyond.body).toMatchObject({ count: 1, results: [] })
  })

  it('are visible to experts only', async () => {
    const amina = await signUpFarmer(server)
    expect((await server.request('GET /analysis/models/', { token: amina.token })).status).toBe(403)
    expect((await getModel(server.app.vision.card.version, amina.token)).status).toBe(403)
  })
})

describe('the card of a version', () => {
  it('contains every figure and every source that the training wrote', async () => {
    const { status, body } = await getModel(server.app.vision.card.version)
    expect(status).toBe(200)
    for (const part of ['measured', 'sources', 'trained_on'])
      expect(collectLeaves(body[part]), part).toEqual(collectLeaves(cardFile[part]).filter(isRendered))
  })

  it('does not exist for an unknown version', async () => {
    const { status, body } = await getModel('1999.01.01-1')
    expect([status, body.error]).toEqual([404, 'not_found'])
  })
})

type Leaf = [path: string, value: unknown]

/** Returns all leaf values with their paths. */
function collectLeaves(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[path, value]]
  return Object.entries(value)
    .flatMap(([name, child]) => collectLeaves(child, `${path}/${name}`))
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Not part of the reply: confusion matrices, curves, and the bands by class. */
const isRendered = ([path]: Leaf) =>
  !/\/(confusion|reliability|risk_coverage|answered_likely|right_of_likely|crop_stated|by_class)(\/|$)/.test(path)
