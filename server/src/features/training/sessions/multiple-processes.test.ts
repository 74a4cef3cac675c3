// @slow

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fetchNotifications } from '../../../testing/features/community.ts'
import {
  getTrainingSession,
  reviewTrainingImage,
  startTrainingSession,
  submitTrainingImage,
} from '../../../testing/features/training.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { type SpawnedScript, spawnScript, waitUntil } from '../../../testing/processes/spawn-script.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

const script = new URL('../../../testing/processes/training-process.ts', import.meta.url)

let server: TestServer
let grace: TestUser
let okello: TestUser
let seed = 2000
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto', labelReviewers: 1, modelPromotion: 'automatic' })
  grace = await signUpExpert(server)
  okello = await signUpExpert(server)
})
const scripts: SpawnedScript[] = []
afterEach(async () => {
  for (const each of scripts.splice(0)) {
    each.kill('SIGKILL')
    await each.exited
  }
})
afterAll(() => server.close())

const start = (mode: 'work' | 'follow') => {
  const spawned = spawnScript(script, [mode, server.databaseUrl, server.app.config.dataDir])
  scripts.push(spawned)
  return spawned
}

/** Submits leaves that the model takes for healthy as rust; a second expert agrees. */
async function submitImages(count: number) {
  for (let i = 0; i < count; i++) {
    const leaf = await drawLeaf({ seed: ++seed, yellowed: true }).jpeg().toBuffer()
    const { body } = await submitTrainingImage(server, grace, leaf, { label: 'common_rust' })
    await reviewTrainingImage(server, okello, body.id, { action: 'correct', label: 'common_rust' })
  }
}

const activate = (token: string, version: string) =>
  server.request('PUT /analysis/models/{version}/activate/', { token, params: { version } })

describe('several processes', () => {
  it('resume a session after its process was killed, and finish it exactly once', async () => {
    // Six full series, of which at least one is held back.
    await submitImages(48)
    const { body: queued } = await startTrainingSession(server, grace)
    // As after a new network: all embeddings are recomputed, which leaves time to kill the process.
    await server.app.db.deleteFrom('training_embeddings').execute()
    const first = start('work')
    await first.waitForLine('open')
    await waitUntil(async () => (await getTrainingSession(server, grace, queued.id)).state === 'running')
    first.kill('SIGKILL')
    await first.exited
    const stalled = await getTrainingSession(server, grace, queued.id)
    expect(stalled).toMatchObject({ state: 'running', version: null })
    expect((await startTrainingSession(server, grace)).body.error).toBe('session_running')
    // Simulates 60 seconds without a heartbeat.
    await server.app.db
      .updateTable('training_sessions')
      .set({ seen_alive_at: new Date(Date.now() - 60_000) })
      .execute()
    const second = start('work')
    await second.waitForLine('open')
    await sql`select graphile_worker.add_job('requeue_stalled_training')`.execute(server.app.db)
    await waitUntil(async () => (await getTrainingSession(server, grace, queued.id)).phase === 'done')
    const body = await getTrainingSession(server, grace, queued.id)
    expect(body).toMatchObject({ reasons: [], state: 'promoted', version: `${server.app.vision.card.version}.r1` })
    const heads = await server.app.db.selectFrom('model_heads').select('version').execute()
    expect(heads).toHaveLength(2)
    const notifications = (await fetchNotifications(server, grace)).results.filter(
      ({ type }) => type === 'training_completed',
    )
    expect(notifications).toHaveLength(1)
  })

  it('run one session only once when they work concurrently', async () => {
    await submitImages(8)
    const { body: queued } = await startTrainingSession(server, grace)
    const workers = [start('work'), start('work')]
    await Promise.all(workers.map(each => each.waitForLine('open')))
    for (let i = 0; i < 5; i++)
      await sql`select graphile_worker.add_job('train', ${JSON.stringify({ session: queued.id })}::json)`.execute(
        server.app.db,
      )
    await waitUntil(async () => (await getTrainingSession(server, grace, queued.id)).phase === 'done')
    const row = await server.app.db
      .selectFrom('training_sessions')
      .select(['attempts', 'version'])
      .where('id', '=', queued.id)
      .executeTakeFirstOrThrow()
    // The active version answers these photos already, so there is nothing to gain.
    expect(row).toEqual({ attempts: 1, version: null })
  })

  it('all switch to an activated version without a restart, and back on rollback', async () => {
    const follower = start('follow')
    const { version: shipped } = server.app.vision.card
    const activeVersion = (await follower.waitForLine('open')).slice('open '.length)
    expect(activeVersion).toBe(`${shipped}.r1`)
    expect((await activate(grace.token, shipped)).body).toMatchObject({ version: shipped, is_active: true })
    expect(await follower.waitForLine('answers as')).toBe(`answers as ${shipped}`)
    const answer = await uploadPhoto(server, grace.token, await drawLeaf({ seed: ++seed }).jpeg().toBuffer())
    expect(answer.body.model_version).toBe(shipped)
  })

  it('keep following after the listening connection was lost', async () => {
    const follower = start('follow')
    await follower.waitForLine('open')
    const { version: shipped } = server.app.vision.card
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kutu pubsub' and datname = current_database()`.execute(server.app.db)
    expect((await activate(grace.token, `${shipped}.r1`)).status).toBe(200)
    expect(await follower.waitForLine('answers as')).toBe(`answers as ${shipped}.r1`)
    await waitUntil(() => server.app.vision.active.version === `${shipped}.r1`)
  })
})

describe('refitted versions', () => {
  it('are listed with their figures and the user who started them, exactly one of them active', async () => {
    const { body } = await server.request('GET /analysis/models/', { token: grace.token })
    expect(body.results.filter(({ is_active }: { is_active: boolean }) => is_active)).toHaveLength(1)
    const refitVersion = body.results.find(({ refit }: { refit: object | null }) => refit)
    expect(refitVersion.refit).toMatchObject({
      base_version: server.app.vision.card.version,
      started_by: { id: grace.id },
    })
    expect(refitVersion.refit.figures.validation.after.photos).toBeGreaterThan(100)
    expect(refitVersion.measured).toEqual({})
  })

  it('tell a phone which head to download, and a head never changes', async () => {
    const { version: shipped } = server.app.vision.card
    const { body: active } = await server.request('GET /analysis/active-model/')
    expect(active).toEqual({
      version: `${shipped}.r1`,
      base_version: shipped,
      head: `/analysis/model-heads/${shipped}.r1/`,
    })
    const { body: head } = await server.request(`GET ${active.head as '/x'}`)
    expect(Buffer.from(head.head, 'base64').byteLength).toBe(
      server.app.vision.card.classes.length * (server.app.vision.card.embeddingSize + 1) * 4,
    )
    await expect(
      server.app.db
        .updateTable('model_heads')
        .set({ head: Buffer.from([1]) })
        .execute(),
    ).rejects.toThrow('keeps its version, network, head')
    expect((await server.request('GET /analysis/model-heads/none/')).status).toBe(404)
  })

  it('can be activated by approved experts only, and unknown ones by nobody', async () => {
    expect((await activate((await signUpFarmer(server)).token, server.app.vision.card.version)).status).toBe(403)
    expect((await activate(grace.token, 'none')).status).toBe(404)
  })

  it('notify everyone who trained the model when another version is activated', async () => {
    expect((await activate(okello.token, server.app.vision.card.version)).status).toBe(200)
    const notification = (await fetchNotifications(server, grace)).results.find(
      ({ type }) => type === 'model_activated',
    )
    expect(notification?.message).toContain(okello.username)
    expect((await fetchNotifications(server, okello)).results.map(({ type }) => type)).not.toContain('model_activated')
  })
})
