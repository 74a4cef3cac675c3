// @database embedded
// @slow

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  listReviewQueue,
  reviewTrainingImage,
  startTrainingSession,
  submitTrainingImage,
} from '../../../testing/features/training.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'

const leafData = process.env.LEAF_DATA || undefined
const title = leafData
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
const wrongLabelFor = { common_rust: 'healthy', healthy: 'other_disease', other_disease: 'common_rust' } as const

type SubmittedImage = { id: string; isWrong: boolean; state: string }

describe.skipIf(!leafData)(title, { timeout: 300_000 }, () => {
  let server: TestServer
  let mallory: TestUser
  beforeEach(async () => {
    server = await startTestServer({ expertApproval: 'auto' })
    mallory = await signUpExpert(server)
  })
  afterEach(() => server?.close())

  /** Submits photos of each class in turn, 30 % of them with a wrong label. */
  async function submitNoisyLabels(split: 'val' | 'train'): Promise<SubmittedImage[]> {
    const submitted: SubmittedImage[] = []
    for (let index = 0; index < perClass; index++)
      for (const [folder, label] of classes) {
        const names = (await readdir(join(leafData ?? '', split, folder))).sort()
        const name = names[index * Math.floor(names.length / perClass)]
        if (name === undefined) continue
        const isWrong = (submitted.length * 7) % 10 < 3
        const bytes = await readFile(join(leafData ?? '', split, folder, name))
        const { status, body } = await submitTrainingImage(server, mallory, bytes, {
          label: isWrong ? wrongLabelFor[label] : label,
        })
        if (status === 201) submitted.push({ id: body.id, isWrong, state: body.state })
      }
    return submitted
  }

  async function runSession() {
    const { status } = await startTrainingSession(server, mallory)
    if (status === 201) await server.runJobs()
    const { body } = await server.request('GET /analysis/training-sessions/', { token: mallory.token })
    return body.results[0]
  }

  it('gets few wrong labels accepted, and the accuracy does not drop', async () => {
    const submitted = await submitNoisyLabels('val')
    const wrong = submitted.filter(({ isWrong }) => isWrong)
    const wrongAccepted = wrong.filter(({ state }) => state === 'accepted')
    const right = submitted.filter(({ isWrong }) => !isWrong)
    const rightWaiting = right.filter(({ state }) => state === 'waiting')
    expect(wrong.length).toBeGreaterThan(20)
    // Three of 27 with model 2026.11.23-1, which gives these wrong labels a probability above 0.1.
    expect(wrongAccepted.length / wrong.length).toBeLessThan(0.15)
    expect(rightWaiting.length / right.length).toBeLessThan(0.1)
    const session = await runSession()
    const { before, after } = session.figures.validation
    if (session.state === 'promoted')
      expect(after.right / after.photos).toBeGreaterThan(before.right / before.photos - 0.01)
  })

  it('with an accomplice who confirms everything still cannot lower any recall by more than one point', async () => {
    const accomplice = await signUpExpert(server)
    await submitNoisyLabels('train')
    for (const { id, label } of await listReviewQueue(server, accomplice)) {
      if (label !== null) await reviewTrainingImage(server, accomplice, id, { action: 'confirm' })
    }
    const before = server.app.vision.active.version
    const session = await runSession()
    expect(session.figures.images.common_rust).toBeGreaterThan(10)
    if (session.state === 'kept') expect(server.app.vision.active.version).toBe(before)
    else {
      const { validation, groups } = session.figures
      expect(validation.after.right).toBeGreaterThanOrEqual(validation.before.right - validation.before.photos * 0.01)
      for (const { before, after } of groups.filter(({ crop }: { crop: string | null }) => crop === null))
        expect(after.right / after.photos).toBeGreaterThanOrEqual(before.right / before.photos - 0.0101)
    }
  })
})
