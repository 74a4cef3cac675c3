import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newsOf } from '../testing/board.ts'
import { drawnLeaf, upload } from '../testing/drawings.ts'
import { expert, farmer, type Person } from '../testing/people.ts'
import { type Spawned, spawnScript, until } from '../testing/spawned.ts'
import { showSession, startSession, teach } from '../testing/training.ts'
import { type World, world } from '../testing/world.ts'

const script = new URL('../testing/training-process.ts', import.meta.url)

let w: World
let grace: Person
let seed = 2000
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await expert(w)
})
const running: Spawned[] = []
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.kill('SIGKILL')
    await each.ended
  }
})
afterAll(() => w.close())

const start = (act: 'work' | 'follow') => {
  const started = spawnScript(script, [act, w.databaseUrl, w.app.config.dataDir])
  running.push(started)
  return started
}

async function teachMany(many: number) {
  for (let i = 0; i < many; i++) {
    const leaf = await drawnLeaf({ seed: ++seed, yellowed: true }).jpeg().toBuffer()
    const { body } = await teach(w, grace, leaf, { label: 'healthy' })
    if (body.state !== 'accepted') throw new Error(`a drawing was not accepted: ${JSON.stringify(body)}`)
  }
}

const activate = (token: string, version: string) =>
  w.call('PUT /analysis/models/{version}/activate/', { token, params: { version } })

describe('several processes', { timeout: 180_000 }, () => {
  it('take up a session whose process was killed, and it ends well, once', async () => {
    await teachMany(14)
    const { body: queued } = await startSession(w, grace)
    // As after a new network: every photo must be looked at anew, which gives time to kill.
    await w.app.db.deleteFrom('training_embeddings').execute()
    const first = start('work')
    await first.line('open')
    await until(async () => (await showSession(w, grace, queued.id)).body.state === 'running')
    first.kill('SIGKILL')
    await first.ended
    const left = (await showSession(w, grace, queued.id)).body
    expect(left).toMatchObject({ state: 'running', version: null })
    expect((await startSession(w, grace)).body.error).toBe('session_running')
    // Half a minute without a sign of life passes.
    await w.app.db
      .updateTable('training_sessions')
      .set({ seen_alive_at: new Date(Date.now() - 60_000) })
      .execute()
    const second = start('work')
    await second.line('open')
    await sql`select graphile_worker.add_job('take_up_training')`.execute(w.app.db)
    await until(async () => (await showSession(w, grace, queued.id)).body.phase === 'done')
    const { body } = await showSession(w, grace, queued.id)
    expect(body).toMatchObject({ reasons: [], state: 'promoted', version: `${w.app.vision.card.version}.r1` })
    const heads = await w.app.db.selectFrom('model_heads').select('version').execute()
    expect(heads).toHaveLength(2)
    const told = (await newsOf(w, grace)).results.filter(({ type }) => type === 'training_completed')
    expect(told).toHaveLength(1)
  })

  it('that run at the same time do one session once', async () => {
    // More than one series, so that not all of it is held back and the version is another one.
    await teachMany(8)
    const { body: queued } = await startSession(w, grace)
    const both = [start('work'), start('work')]
    await Promise.all(both.map(each => each.line('open')))
    for (let i = 0; i < 5; i++)
      await sql`select graphile_worker.add_job('train', ${JSON.stringify({ session: queued.id })}::json)`.execute(
        w.app.db,
      )
    await until(async () => (await showSession(w, grace, queued.id)).body.phase === 'done')
    const row = await w.app.db
      .selectFrom('training_sessions')
      .select(['attempts', 'version'])
      .where('id', '=', queued.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ attempts: 1, version: `${w.app.vision.card.version}.r2` })
  })

  it('all answer by a version that one of them activates, without a restart; so does a rollback', async () => {
    const other = start('follow')
    const { version: shipped } = w.app.vision.card
    const now = (await other.line('open')).slice('open '.length)
    expect(now).toBe(`${shipped}.r2`)
    expect((await activate(grace.token, shipped)).body).toMatchObject({ version: shipped, is_active: true })
    expect(await other.line('answers as')).toBe(`answers as ${shipped}`)
    const answer = await upload(w, grace.token, await drawnLeaf({ seed: ++seed }).jpeg().toBuffer())
    expect(answer.body.model_version).toBe(shipped)
  })

  it('still follow after the connection that hears was lost', async () => {
    const other = start('follow')
    await other.line('open')
    const { version: shipped } = w.app.vision.card
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kutu signals' and datname = current_database()`.execute(w.app.db)
    expect((await activate(grace.token, `${shipped}.r1`)).status).toBe(200)
    expect(await other.line('answers as')).toBe(`answers as ${shipped}.r1`)
    await until(() => w.app.vision.active.version === `${shipped}.r1`)
  })
})

describe('the versions', () => {
  it('are listed with figures and who started them, exactly one of them active', async () => {
    const { body } = await w.call('GET /analysis/models/', { token: grace.token })
    expect(body.results.filter(({ is_active }: { is_active: boolean }) => is_active)).toHaveLength(1)
    const made = body.results.find(({ refit }: { refit: object | null }) => refit)
    expect(made.refit).toMatchObject({ base_version: w.app.vision.card.version, started_by: { id: grace.id } })
    expect(made.refit.figures.validation.after.photos).toBeGreaterThan(100)
    expect(made.measured).toEqual({})
  })

  it('tell a phone which head to fetch, and the head never changes', async () => {
    const { version: shipped } = w.app.vision.card
    const { body: active } = await w.call('GET /analysis/active-model/')
    expect(active).toEqual({
      version: `${shipped}.r1`,
      base_version: shipped,
      head: `/analysis/model-heads/${shipped}.r1/`,
    })
    const { body: head } = await w.call(`GET ${active.head as '/x'}`)
    expect(Buffer.from(head.head, 'base64').byteLength).toBe(
      w.app.vision.card.classes.length * (w.app.vision.card.embeddingSize + 1) * 4,
    )
    await expect(
      w.app.db
        .updateTable('model_heads')
        .set({ head: Buffer.from([1]) })
        .execute(),
    ).rejects.toThrow('never changes')
    expect((await w.call('GET /analysis/model-heads/none/')).status).toBe(404)
  })

  it('are activated by approved experts alone, and unknown ones by nobody', async () => {
    expect((await activate((await farmer(w)).token, w.app.vision.card.version)).status).toBe(403)
    expect((await activate(grace.token, 'none')).status).toBe(404)
  })

  it('tell those who trained the model when another is activated by somebody else', async () => {
    const okello = await expert(w)
    expect((await activate(okello.token, w.app.vision.card.version)).status).toBe(200)
    const news = (await newsOf(w, grace)).results.find(({ type }) => type === 'model_activated')
    expect(news?.message).toContain(okello.username)
    expect((await newsOf(w, okello)).results).toHaveLength(0)
  })
})
