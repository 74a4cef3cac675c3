import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expert, type Person } from '../testing/people.ts'
import { queueOf, review, startSession, teach } from '../testing/training.ts'
import { type World, world } from '../testing/world.ts'

const leaves = process.env.LEAF_DATA || undefined
const title = leaves
  ? 'an expert of whose labels three in ten are wrong'
  : 'an expert of whose labels three in ten are wrong: not tried, because LEAF_DATA names no folder with leaves'

const classes = [
  ['maize__common_rust', 'common_rust'],
  ['maize__healthy', 'healthy'],
  ['maize__northern_leaf_blight', 'other_disease'],
  ['beans__rust', 'common_rust'],
  ['beans__healthy', 'healthy'],
  ['beans__angular_leaf_spot', 'other_disease'],
] as const
const perClass = 15
const wrongOf = { common_rust: 'healthy', healthy: 'other_disease', other_disease: 'common_rust' } as const

type Given = { id: string; isWrong: boolean; state: string }

describe.skipIf(!leaves)(title, { timeout: 300_000 }, () => {
  let w: World
  let mallory: Person
  beforeEach(async () => {
    w = await world({ expertApproval: 'auto' })
    mallory = await expert(w)
  })
  afterEach(() => w?.close())

  /** Photos of each class in turn, every label right but three in ten. */
  async function poison(split: 'val' | 'train'): Promise<Given[]> {
    const given: Given[] = []
    for (let at = 0; at < perClass; at++)
      for (const [folder, label] of classes) {
        const names = (await readdir(join(leaves ?? '', split, folder))).sort()
        const name = names[at * Math.floor(names.length / perClass)]
        if (name === undefined) continue
        const isWrong = (given.length * 7) % 10 < 3
        const bytes = await readFile(join(leaves ?? '', split, folder, name))
        const { status, body } = await teach(w, mallory, bytes, { label: isWrong ? wrongOf[label] : label })
        if (status === 201) given.push({ id: body.id, isWrong, state: body.state })
      }
    return given
  }

  async function runSession() {
    const { status } = await startSession(w, mallory)
    if (status === 201) await w.runJobs()
    const { body } = await w.call('GET /analysis/training-sessions/', { token: mallory.token })
    return body.results[0]
  }

  it('gets hardly any wrong label past the model, and the answers stay as good', async () => {
    const given = await poison('val')
    const wrong = given.filter(({ isWrong }) => isWrong)
    const wrongAccepted = wrong.filter(({ state }) => state === 'accepted')
    const right = given.filter(({ isWrong }) => !isWrong)
    const rightWaiting = right.filter(({ state }) => state === 'waiting')
    expect(wrong.length).toBeGreaterThan(20)
    expect(wrongAccepted.length / wrong.length).toBeLessThan(0.1)
    expect(rightWaiting.length / right.length).toBeLessThan(0.1)
    const session = await runSession()
    const { before, after } = session.figures.validation
    if (session.state === 'promoted')
      expect(after.right / after.photos).toBeGreaterThan(before.right / before.photos - 0.01)
  })

  it('with a second who confirms everything unseen still takes no class a point of its recall', async () => {
    const accomplice = await expert(w)
    await poison('train')
    for (const { id, label } of await queueOf(w, accomplice)) {
      if (label !== null) await review(w, accomplice, id, { action: 'confirm' })
    }
    const before = w.app.vision.active.version
    const session = await runSession()
    expect(session.figures.images.common_rust).toBeGreaterThan(10)
    if (session.state === 'kept') expect(w.app.vision.active.version).toBe(before)
    else {
      const { validation, groups } = session.figures
      expect(validation.after.right).toBeGreaterThanOrEqual(validation.before.right - validation.before.photos * 0.01)
      for (const { before, after } of groups.filter(({ crop }: { crop: string | null }) => crop === null))
        expect(after.right / after.photos).toBeGreaterThanOrEqual(before.right / before.photos - 0.0101)
    }
  })
})
