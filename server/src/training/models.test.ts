import { readFile } from 'node:fs/promises'
import { shippedModelsDir } from '@kutu/vision/node/model-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expert, farmer, type Person } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
let written: Record<string, Record<string, unknown>>
beforeAll(async () => {
  w = await world()
  grace = await expert(w)
  written = JSON.parse(await readFile(`${shippedModelsDir()}/${w.app.vision.card.version}/card.json`, 'utf8'))
})
afterAll(() => w.close())

const show = (version: string, token = grace.token) =>
  w.call('GET /analysis/models/{version}/', { token, params: { version } })

describe('the versions of the model', () => {
  it('are listed in pages, with what was measured of each and which one answers', async () => {
    const { status, body } = await w.call('GET /analysis/models/', { token: grace.token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 1, next: null, previous: null })
    const [version] = body.results
    expect(version).toMatchObject({ version: w.app.vision.card.version, is_active: true, created: written.created })
    expect(version.measured.test_field.accuracy).toEqual(Object(written.measured?.test_field).accuracy)
    expect(version.measured.test_field).not.toHaveProperty('detail')
    expect(version).not.toHaveProperty('sources')
    const beyond = await w.call('GET /analysis/models/', { token: grace.token, query: { page: 2 } })
    expect(beyond.body).toMatchObject({ count: 1, results: [] })
  })

  it('are for experts: a farmer is turned away', async () => {
    const amina = await farmer(w)
    expect((await w.call('GET /analysis/models/', { token: amina.token })).status).toBe(403)
    expect((await show(w.app.vision.card.version, amina.token)).status).toBe(403)
  })
})

describe('the card of a version', () => {
  it('tells every figure and every source that the training wrote', async () => {
    const { status, body } = await show(w.app.vision.card.version)
    expect(status).toBe(200)
    for (const part of ['measured', 'studies', 'sources', 'trained_on', 'quality'])
      expect(leavesOf(body[part]), part).toEqual(leavesOf(written[part]).filter(isShown))
  })

  it('of a version that is not there is not found', async () => {
    const { status, body } = await show('1999.01.01-1')
    expect([status, body.error]).toEqual([404, 'not_found'])
  })
})

type Leaf = [path: string, value: unknown]

/** Everything said, by its path. */
function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[path, value]]
  return Object.entries(value)
    .flatMap(([name, inside]) => leavesOf(inside, `${path}/${name}`))
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Drawn nowhere: which class was taken for which, and the finer figures of the study of backdrops. */
const isShown = ([path]: Leaf) =>
  !/\/(confusion|fall|balanced|classes|right_of_four)(\/|$)|background_only.*\/answered/.test(path)
