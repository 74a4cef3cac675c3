import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTrainingSession, submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'
import { startTrainingAutomatically } from '../sessions/sessions.ts'

let server: TestServer
let admin: TestUser
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto', labelReviewers: 1 })
  admin = await createTestAdmin(server)
  grace = await signUpExpert(server)
})
afterAll(() => server.close())

const setPaused = ({ token }: TestUser, isPaused: boolean) =>
  server.request('PUT /analysis/teaching/', { token, body: { is_paused: isPaused } })
const getSummary = async ({ token }: TestUser) =>
  (await server.request('GET /analysis/training-summary/', { token })).body
const countSessions = async () =>
  (await server.request('GET /analysis/training-sessions/', { token: grace.token })).body.count

/** Adds accepted photos. */
async function addImages(count: number) {
  for (let i = 0; i < count; i++) {
    const leaf = await drawLeaf({ seed: 7100 + i })
      .jpeg()
      .toBuffer()
    await submitTrainingImage(server, grace, leaf, { label: 'healthy' })
  }
}

describe('a pause of teaching', () => {
  it('is set by administrators only', async () => {
    expect((await setPaused(grace, true)).status).toBe(403)
    expect((await getSummary(grace)).paused).toBeNull()
  })

  it('lets no session start, by hand or by itself, and says so', async () => {
    await setPaused(admin, true)
    const { status, body } = await setPaused(admin, true)
    expect([status, body.paused.by]).toEqual([200, { id: admin.id, username: admin.username }])
    expect((await getSummary(grace)).paused).toEqual(body.paused)
    await addImages(21)
    await startTrainingAutomatically(server.app)
    const start = await startTrainingSession(server, grace)
    expect([start.status, start.body.error]).toEqual([409, 'teaching_paused'])
    expect(await countSessions()).toBe(0)
  })

  it('is kept by the database', async () => {
    const { card } = server.app.vision
    const session = {
      state: 'queued',
      phase: 'waiting',
      up_to: '0',
      network: card.version,
      parent: card.version,
    } as const
    const values = { ...session, created_at: server.clock.now(), started_by: null, started_at: null, finished_at: null }
    const insert = server.app.db.insertInto('training_sessions').values(values)
    await expect(insert.execute()).rejects.toThrow('teaching is paused')
  })

  it('ends when it is resumed: the photos that came meanwhile start a session', async () => {
    const { body } = await setPaused(admin, false)
    expect(body).toEqual({ paused: null })
    await startTrainingAutomatically(server.app)
    expect(await countSessions()).toBe(1)
    const actions = await server.app.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', admin.id)
      .where('subject_type', '=', 'teaching')
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['teaching.paused', 'teaching.resumed'])
  })
})
