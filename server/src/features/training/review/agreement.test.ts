import type { TrainingLabel } from '@kutu/contract/training/training-images'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOwnImages, reviewTrainingImage, submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
let grace: TestUser
let okello: TestUser
let sanyu: TestUser
let seed = 9300
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(server)
  grace = await signUpExpert(server)
  okello = await signUpExpert(server)
  sanyu = await signUpExpert(server)
})
afterAll(() => server.close())

const review = (expert: TestUser, id: string, label: TrainingLabel) =>
  reviewTrainingImage(server, expert, id, { action: 'correct', label })

async function submit(expert: TestUser, label: TrainingLabel): Promise<string> {
  const leaf = await drawLeaf({ seed: ++seed }).jpeg().toBuffer()
  return (await submitTrainingImage(server, expert, leaf, { label })).body.id
}

const getOwn = async ({ token }: TestUser) =>
  (await server.request('GET /analysis/training-summary/', { token })).body.own
const getTeacher = async ({ id }: TestUser) => {
  const { body } = await server.request('GET /analysis/teachers/', { token: admin.token })
  return body.results.find((teacher: { id: string }) => teacher.id === id)
}
const getImage = async (expert: TestUser, id: string) =>
  (await listOwnImages(server, expert)).body.results.find((image: { id: string }) => image.id === id)

describe('the agreement of experts', () => {
  it('is not known before they labeled the same photos', async () => {
    expect(await getOwn(grace)).toMatchObject({ agreements: { experts: null, controls: null }, weight: 1 })
  })

  it('is Cohen’s kappa with an interval, for both in steps of five and for the administrator exactly', async () => {
    for (let i = 0; i < 22; i++) {
      const [own, other] = i % 2 === 0 ? (['healthy', 'common_rust'] as const) : (['common_rust', 'healthy'] as const)
      await review(okello, await submit(grace, own), other)
    }
    const { agreements } = await getOwn(grace)
    expect(agreements.experts).toMatchObject({ share: 0, photos: 20 })
    expect(agreements.experts.kappa).toBeCloseTo(-1, 5)
    expect(agreements.experts.high).toBeLessThan(0)
    for (const expert of [grace, okello])
      expect(await getTeacher(expert)).toMatchObject({ agreements: { experts: { photos: 22 } }, weight: 0.5 })
  })

  it('weighs: a label of theirs needs two more experts', async () => {
    const id = await submit(grace, 'healthy')
    await review(sanyu, id, 'healthy')
    expect(await getImage(grace, id)).toMatchObject({ state: 'waiting', reason: 'agreement_low' })
    await review(await signUpExpert(server), id, 'healthy')
    expect(await getImage(grace, id)).toMatchObject({ state: 'accepted' })
  })

  it('does not count an expert whose photos were withdrawn', async () => {
    const params = { id: okello.id }
    const { token } = admin
    await server.request('PUT /analysis/teachers/{id}/', { token, params, body: { is_withdrawn: true } })
    await server.runJobs()
    // Two equal labels of one class remain, which chance explains.
    expect(await getTeacher(grace)).toMatchObject({ agreements: { experts: null }, weight: 1 })
  })
})
