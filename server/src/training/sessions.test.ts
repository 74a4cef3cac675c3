import { heldBackOf } from '@kutu/vision/held-back'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newsOf } from '../testing/board.ts'
import { drawnLeaf, upload } from '../testing/drawings.ts'
import { expert, farmer, type Person } from '../testing/people.ts'
import { review, showSession, startSession, teach } from '../testing/training.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let [grace, okello]: Person[] = []
let seed = 900
const aLeaf = (yellowed = true) => drawnLeaf({ seed: ++seed, yellowed }).jpeg().toBuffer()
const both = () => {
  if (!grace || !okello) throw new Error('nobody')
  return { grace, okello }
}

beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await expert(w)
  okello = await expert(w)
})
afterAll(() => w.close())

/** Photos accepted under a label: where the model is sure of another, the second expert confirms. */
async function accepted(many: number, labelOf: (ordinal: number) => string) {
  for (let i = 0; i < many; i++) {
    const { body } = await teach(w, both().grace, await aLeaf(), { label: labelOf(i) })
    if (body.state === 'waiting') await review(w, both().okello, body.id, { action: 'confirm' })
  }
}

const sessions = async () => (await w.call('GET /analysis/training-sessions/', { token: both().grace.token })).body

describe('a training session', () => {
  it('has nothing to learn while no photo was accepted, and is for approved experts', async () => {
    expect((await startSession(w, both().grace)).body.error).toBe('nothing_to_learn')
    expect((await startSession(w, await farmer(w))).status).toBe(403)
  })

  it('of photos that the model answers well already changes nothing, and says so', async () => {
    const { version } = w.app.vision.card
    const sure = await teach(w, both().grace, await aLeaf(false), { label: 'healthy' })
    expect(sure.body.state).toBe('accepted')
    const { body: queued } = await startSession(w, both().grace)
    await w.runJobs()
    const { body } = await showSession(w, both().grace, queued.id)
    expect(body).toMatchObject({ state: 'kept', reasons: [{ word: 'nothing_changed' }], version: null })
    expect(body.message).toBe(
      `Version ${version} goes on answering. The accepted photos taught nothing that it does not know already.`,
    )
    expect(w.app.vision.active.version).toBe(version)
  })

  it('that is no worse is promoted: it answers from then on, and tells whose photos it used', async () => {
    await accepted(10, () => 'healthy')
    const { status, body: queued } = await startSession(w, both().okello)
    expect(status).toBe(201)
    expect(queued).toMatchObject({ state: 'queued', progress: 0, started_by: { id: both().okello.id } })
    expect((await startSession(w, both().grace)).body.error).toBe('session_running')
    await w.runJobs()
    const { body } = await showSession(w, both().grace, queued.id)
    const version = `${w.app.vision.card.version}.r1`
    expect(body).toMatchObject({ state: 'promoted', phase: 'done', progress: 100, version, reasons: [] })
    expect(body.message).toContain(version)
    expect(body.figures.images.healthy + body.figures.held_back.after.photos).toBe(11)
    expect(body.figures.validation.after.photos).toBeGreaterThan(100)
    expect(w.app.vision.active.version).toBe(version)
    const news = (await newsOf(w, both().grace)).results.find(({ type }) => type === 'training_completed')
    expect(news?.message).toContain(version)
    expect(news?.message).toContain('11 photos')
    expect(news?.subject).toEqual({ type: 'training_session', id: queued.id })
    const answer = await upload(w, both().grace.token, await aLeaf())
    expect(answer.body.model_version).toBe(version)
  })

  it('learns nothing twice: without new photos there is none', async () => {
    expect((await startSession(w, both().grace)).body.error).toBe('nothing_to_learn')
  })

  it('of which thirty are started at the same moment is one', async () => {
    await accepted(1, () => 'healthy')
    const answers = await Promise.all(Array.from({ length: 30 }, () => startSession(w, both().grace)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'session_running')).toHaveLength(29)
    await w.runJobs()
  })

  it('starts by itself once twenty new photos were accepted', async () => {
    const { count } = await sessions()
    await accepted(19, () => 'healthy')
    await w.runJobs()
    expect((await sessions()).count).toBe(count)
    await accepted(1, () => 'healthy')
    await w.runJobs()
    const { count: after, results } = await sessions()
    expect(after).toBe(count + 1)
    expect(results[0]).toMatchObject({ started_by: null, phase: 'done' })
  })

  it('that gets the held-back photos wrong is kept, with the reason in words and figures', async () => {
    const before = w.app.vision.active.version
    const { next } = await w.app.db
      .selectFrom('training_images')
      .select(({ fn }) => fn.max('ordinal').as('next'))
      .where('uploader_id', '=', both().grace.id)
      .executeTakeFirstOrThrow()
    const first = Number(next) + 1
    const places = Array.from({ length: 48 }, (_, i) => ({
      hash: String(i),
      uploader: both().grace.id,
      ordinal: first + i,
    }))
    const held = heldBackOf(places)
    // What is learnt says rust, what is held back to check with says healthy.
    await accepted(48, i => (held.has(String(i)) ? 'healthy' : 'common_rust'))
    await w.runJobs()
    const { results } = await sessions()
    const kept = results.find(({ state }: { state: string }) => state === 'kept')
    expect(kept.reasons[0].word).toMatch(/held_back_worse|class_recall_lost|confident_answers_worse/)
    expect(kept.message).toContain(before)
    expect(kept.figures.images.common_rust).toBeGreaterThan(0)
    expect(w.app.vision.active.version).toBe(before)
  }, 180_000)
})

describe('the dashboard', () => {
  it('counts an expert’s accepted photos and the sessions that learnt from them', async () => {
    const { body } = await w.call('GET /api/dashboard/stats/', { token: both().grace.token })
    const { results } = await sessions()
    expect(body.imagesTrainingHealthy).toBeGreaterThanOrEqual(31)
    expect(body.trainingSessions).toBe(results.filter(({ phase }: { phase: string }) => phase === 'done').length)
  })
})
