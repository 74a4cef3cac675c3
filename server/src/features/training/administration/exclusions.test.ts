import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOwnImages, reviewTrainingImage, submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let admin: TestUser
let grace: TestUser
let okello: TestUser
let mallory: TestUser
let seed = 8100
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  admin = await createTestAdmin(server)
  grace = await signUpExpert(server)
  okello = await signUpExpert(server)
  mallory = await signUpExpert(server, undefined, { institution: 'NARO Kawanda' })
})
afterAll(() => server.close())

/** One expert sends a photo and another one agrees. */
async function addImage(sender: TestUser, reviewer: TestUser): Promise<string> {
  const leaf = await drawLeaf({ seed: ++seed }).jpeg().toBuffer()
  const { body } = await submitTrainingImage(server, sender, leaf, { label: 'healthy' })
  await reviewTrainingImage(server, reviewer, body.id, { action: 'correct', label: 'healthy' })
  return body.id
}

const listTeachers = ({ token }: TestUser) => server.request('GET /analysis/teachers/', { token })
const setWithdrawn = async ({ token }: TestUser, expert: TestUser, isWithdrawn: boolean) => {
  const params = { id: expert.id }
  const reply = await server.request('PUT /analysis/teachers/{id}/', {
    token,
    params,
    body: { is_withdrawn: isWithdrawn },
  })
  await server.runJobs()
  return reply
}
const getState = async (expert: TestUser, id: string) =>
  (await listOwnImages(server, expert)).body.results.find((image: { id: string }) => image.id === id)

describe('the withdrawal of an expert', () => {
  let ofMallory: string
  let labeledByMallory: string
  let ofOthers: string

  it('lists the experts who label photos, for administrators only', async () => {
    ofMallory = await addImage(mallory, grace)
    labeledByMallory = await addImage(grace, mallory)
    ofOthers = await addImage(grace, okello)
    expect((await listTeachers(grace)).status).toBe(403)
    const { body } = await listTeachers(admin)
    expect(body.count).toBe(3)
    expect(body.results.find(({ id }: { id: string }) => id === mallory.id)).toMatchObject({
      username: mallory.username,
      place: 'NARO Kawanda',
      images: { accepted: 1, waiting: 0, refused: 0 },
      labels: 2,
      withdrawn: null,
    })
  })

  it('takes back photos and labels of one expert, and counts them again', async () => {
    expect((await setWithdrawn(grace, mallory, true)).status).toBe(403)
    const { body } = await setWithdrawn(admin, mallory, true)
    expect(body.withdrawn.by).toEqual({ id: admin.id, username: admin.username })
    const refused = await getState(mallory, ofMallory)
    expect(refused).toMatchObject({ state: 'refused', reason: 'expert_excluded' })
    expect(refused.message).toContain('an administrator withdrew your photos')
    expect(await getState(grace, labeledByMallory)).toMatchObject({ state: 'waiting' })
    expect(await getState(grace, ofOthers)).toMatchObject({ state: 'accepted' })

    const later = await addImage(mallory, okello)
    expect(await getState(mallory, later)).toMatchObject({ state: 'refused', reason: 'expert_excluded' })

    expect((await setWithdrawn(admin, mallory, false)).body.withdrawn).toBeNull()
    expect(await getState(mallory, ofMallory)).toMatchObject({ state: 'accepted' })
    expect(await getState(grace, labeledByMallory)).toMatchObject({ state: 'accepted', label: 'healthy' })
    const actions = await server.app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', mallory.id)
      .where('actor_id', '=', admin.id)
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['training_expert.withdrawn', 'training_expert.readmitted'])
  })

  it('is of somebody who labels photos', async () => {
    expect((await setWithdrawn(admin, admin, true)).body.error).toBe('not_found')
  })
})
