import { rustClass } from '@kutu/contract/common'
import { detection } from '@kutu/contract/detection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawnLeaf, drawnWall, upload } from '../testing/drawings.ts'
import { farmer, type Person, signIn } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let grace: Person
/** Her analyses, oldest first. */
const made: { id: string; rust_class: 'common_rust' | 'healthy' | 'other_disease'; uploaded_at: string }[] = []
beforeAll(async () => {
  w = await world()
  grace = await farmer(w)
  for (let seed = 1; seed <= 7; seed++) {
    const leaf =
      seed % 2 ? drawnLeaf({ seed, spots: true }) : drawnLeaf({ seed }).negate({ alpha: false }).modulate({ hue: 180 })
    const { body } = await upload(w, grace.token, await leaf.jpeg().toBuffer())
    if (body.id) made.push(body)
    w.clock.advance(1000)
  }
})
afterAll(() => w.close())

const list = (query: Record<string, string | number> = {}, token = grace.token) =>
  w.call('GET /analysis/rust-detection/', { token, query })
const idsOf = (results: { id: string }[]) => results.map(({ id }) => id)

describe('the history', () => {
  it('lists own analyses, newest first, each as it was answered', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    const page = detection.listAnalyses.reply.parse(body)
    expect(page.count).toBe(made.length)
    expect(idsOf(page.results)).toEqual(idsOf(made).reverse())
    expect(page.results.at(-1)).toEqual(made[0])
    expect([page.next, page.previous]).toEqual([null, null])
  })

  it('walks by pages with links that keep the filter', async () => {
    const first = (await list({ page_size: 3 })).body
    expect(idsOf(first.results)).toEqual(idsOf(made).reverse().slice(0, 3))
    expect(first.previous).toBeNull()
    const { searchParams, pathname } = new URL(first.next)
    expect(pathname).toBe('/analysis/rust-detection/')
    const second = (await list(Object.fromEntries(searchParams))).body
    expect(idsOf(second.results)).toEqual(idsOf(made).reverse().slice(3, 6))
    expect(new URL(second.previous).searchParams.get('page')).toBe('1')
    const beyond = await list({ page: 99, page_size: 3 })
    expect([beyond.status, beyond.body.results, beyond.body.next]).toEqual([200, [], null])
    const last = (await list(Object.fromEntries(new URL(beyond.body.previous).searchParams))).body
    expect([last.results.at(-1).id, last.next]).toEqual([made[0]?.id, null])
  })

  it('keeps one order among analyses of the same instant, so that no page repeats or drops one', async () => {
    const joan = await farmer(w)
    const leaf = await drawnLeaf({ seed: 1, spots: true }).jpeg().toBuffer()
    for (let i = 0; i < 5; i++) await upload(w, joan.token, leaf)
    const pages = [1, 2, 3].map(page => list({ page, page_size: 2 }, joan.token))
    const ids = (await Promise.all(pages)).flatMap(({ body }) => idsOf(body.results))
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
  })

  it.each(rustClass.options)('shows only %s when asked for, and counts only those', async only => {
    const wanted = made.filter(({ rust_class }) => rust_class === only)
    const { body } = await list({ rust_class: only, page_size: 2 })
    expect(body.count).toBe(wanted.length)
    expect(idsOf(body.results)).toEqual(idsOf(wanted).reverse().slice(0, 2))
  })

  it('refuses pages that cannot be', async () => {
    for (const query of [{ page: 0 }, { page_size: 0 }, { page: 'x' }, { rust_class: 'rust' }])
      expect((await list(query)).status).toBe(400)
  })
})

describe('the dashboard', () => {
  const stats = async (token: string) => (await w.call('GET /api/dashboard/stats/', { token })).body
  const countedBy = (name: string) => made.filter(({ rust_class }) => rust_class === name).length

  it('counts the caller’s analyses and nobody else’s', async () => {
    expect(await stats(grace.token)).toMatchObject({
      imagesAnalyzedRust: countedBy('common_rust'),
      imagesAnalyzedHealthy: countedBy('healthy'),
      imagesAnalyzedOtherDiseases: countedBy('other_disease'),
      totalImagesAnalyzed: made.length,
    })
    const nobody = await stats((await farmer(w)).token)
    expect(nobody.totalImagesAnalyzed).toBe(0)
    expect(nobody.monthly).toHaveLength(12)
  })

  it('shows the last twelve months, oldest first, the empty ones as zeros', async () => {
    const { monthly } = await stats(grace.token)
    expect(monthly).toHaveLength(12)
    const months = monthly.map(({ month }: { month: string }) => month)
    expect(months).toEqual([...months].sort())
    expect(monthly.at(-1)).toEqual({
      month: new Intl.DateTimeFormat('sv', { timeZone: 'Africa/Nairobi', year: 'numeric', month: '2-digit' }).format(
        w.clock.now(),
      ),
      common_rust: countedBy('common_rust'),
      healthy: countedBy('healthy'),
      other_disease: countedBy('other_disease'),
    })
    expect(monthly[0]).toMatchObject({ common_rust: 0, healthy: 0, other_disease: 0 })
  })

  it('does not count a photo without a leaf', async () => {
    const before = await stats(grace.token)
    await upload(w, grace.token, await drawnWall().jpeg().toBuffer())
    expect(await stats(grace.token)).toEqual(before)
  })

  it('counts every one of many uploads at once', async () => {
    const amina = await farmer(w)
    const leaf = await drawnLeaf({ seed: 1, spots: true }).jpeg().toBuffer()
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(w, amina.token, leaf)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect((await stats(amina.token)).totalImagesAnalyzed).toBe(12)
    expect((await list({}, amina.token)).body.count).toBe(12)
  })

  it('puts a photo into the month of the farmers’ calendar, and lets it go after a year', async () => {
    const leaf = await drawnLeaf({ seed: 1, spots: true }).jpeg().toBuffer()
    const zara = await farmer(w)
    const at = (iso: string) => w.clock.advance(Date.parse(iso) - w.clock.now().getTime())
    const year = w.clock.now().getUTCFullYear() + 1
    at(`${year}-01-31T21:30:00Z`)
    let { token } = await signIn(w, zara.email)
    await upload(w, token, leaf)
    const february = (await stats(token)).monthly.at(-1)
    expect(february.month).toBe(`${year}-02`)
    expect(february.common_rust + february.healthy + february.other_disease).toBe(1)

    at(`${year + 1}-02-01T09:00:00Z`)
    token = (await signIn(w, zara.email)).token
    const { monthly, totalImagesAnalyzed } = await stats(token)
    expect(monthly[0].month).toBe(`${year}-03`)
    expect(monthly.every((each: Record<string, number>) => each.common_rust === 0 && each.other_disease === 0)).toBe(
      true,
    )
    expect(totalImagesAnalyzed).toBe(1)
  })
})
