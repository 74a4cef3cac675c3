// @slow

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reviewTrainingImage, startTrainingSession, submitTrainingImage } from '../../../testing/features/training.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'

const leafData = process.env.LEAF_DATA || undefined
const title = leafData
  ? 'an expert who labels wrongly'
  : 'an expert who labels wrongly: not tried, because LEAF_DATA names no folder with leaves'

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

type SubmittedImage = { id: string; isWrong: boolean; given: TrainingLabel; truth: TrainingLabel }

describe.skipIf(!leafData)(title, { timeout: 300_000 }, () => {
  let server: TestServer
  let mallory: TestUser
  beforeEach(async () => {
    server = await startTestServer({ expertApproval: 'auto' })
    mallory = await signUpExpert(server)
  })
  afterEach(() => server?.close())

  /** Submits photos of each class in turn, some of them with a wrong label. */
  async function submitNoisyLabels(
    split: 'val' | 'train',
    senders: TestUser[],
    wrongInTen = 3,
  ): Promise<SubmittedImage[]> {
    const submitted: SubmittedImage[] = []
    for (let index = 0; index < perClass; index++)
      for (const [folder, label] of classes) {
        const names = (await readdir(join(leafData ?? '', split, folder))).sort()
        const name = names[index * Math.floor(names.length / perClass)]
        if (name === undefined) continue
        const isWrong = (submitted.length * 7) % 10 < wrongInTen
        const bytes = await readFile(join(leafData ?? '', split, folder, name))
        const given = isWrong ? wrongLabelFor[label] : label
        const sender = senders[submitted.length % senders.length] ?? mallory
        const { status, body } = await submitTrainingImage(server, sender, bytes, { label: given })
        if (status === 201) submitted.push({ id: body.id, isWrong, given, truth: label })
      }
    return submitted
  }

  /** Lets an expert label photos from the queue. */
  async function review(expert: TestUser, images: SubmittedImage[], labelOf: (image: SubmittedImage) => TrainingLabel) {
    for (const image of images) {
      const answer = await reviewTrainingImage(server, expert, image.id, { action: 'correct', label: labelOf(image) })
      if (answer.status !== 200 && !['already_decided', 'own_image'].includes(answer.body.error))
        throw new Error(`a review was rejected with ${answer.status}`)
    }
  }

  const getAccepted = async (images: SubmittedImage[]) => {
    const rows = await server.app.db
      .selectFrom('training_images')
      .select(['id', 'label'])
      .where('state', '=', 'accepted')
      .execute()
    return images.flatMap(image => {
      const label = rows.find(({ id }) => id === image.id)?.label
      return label ? [{ ...image, isLabelWrong: label !== image.truth }] : []
    })
  }

  async function runSession() {
    const { status } = await startTrainingSession(server, mallory)
    if (status === 201) await server.runJobs()
    const { body } = await server.request('GET /analysis/training-sessions/', { token: mallory.token })
    return body.results[0]
  }

  it('alone gets no label accepted; with two honest experts none of the wrong ones', async () => {
    const submitted = await submitNoisyLabels('val', [mallory])
    expect(submitted.filter(({ isWrong }) => isWrong).length).toBeGreaterThan(20)
    expect(await getAccepted(submitted)).toEqual([])
    expect((await startTrainingSession(server, mallory)).body.error).toBe('nothing_to_learn')
    for (const honest of [await signUpExpert(server), await signUpExpert(server)])
      await review(honest, submitted, ({ truth }) => truth)
    const accepted = await getAccepted(submitted)
    expect(accepted).toHaveLength(submitted.length)
    expect(accepted.filter(({ isLabelWrong }) => isLabelWrong)).toEqual([])
  })

  it.each([
    ['some', 3],
    ['only', 10],
  ])(
    'with an accomplice at another place gets %s wrong labels accepted, but makes no class and no crop worse',
    async (_, wrongInTen) => {
      const accomplice = await signUpExpert(server, undefined, { institution: 'another institution' })
      const submitted = await submitNoisyLabels('train', [mallory, accomplice], wrongInTen)
      for (const expert of [mallory, accomplice]) await review(expert, submitted, ({ given }) => given)
      expect((await getAccepted(submitted)).filter(({ isLabelWrong }) => isLabelWrong).length).toBeGreaterThan(20)
      const { version: shipped } = server.app.vision.active
      const session = await runSession()
      expect(session.figures.sources).toEqual({ experts: 2, places: 2 })
      expect(server.app.vision.active.version).toBe(shipped)
      if (session.state === 'kept') return expect(session.reasons.length).toBeGreaterThan(0)
      // Both want it, which is enough; the gate has let nothing pass that answers a class or a crop worse.
      expect(session.figures.gain.p).toBeLessThan(0.05)
      for (const { crop, before, after } of session.figures.groups)
        expect(after.right).toBeGreaterThanOrEqual(crop === null ? before.right : before.right - 1)
    },
  )
})
