import { rustClass } from '@kutu/contract/common'
import { detection } from '@kutu/contract/detection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawLeaf, drawWall, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
/** Her analyses, oldest first. */
const created: { id: string; rust_class: 'common_rust' | 'healthy' | 'other_disease'; uploaded_at: string }[] = []
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
  for (let seed = 1; seed <= 7; seed++) {
    const leaf =
      seed % 2 ? drawLeaf({ seed, spots: true }) : drawLeaf({ seed }).negate({ alpha: false }).modulate({ hue: 180 })
    const { body } = await uploadPhoto(server, grace.token, await leaf.jpeg().toBuffer())
    if (body.id) created.push(body)
    server.clock.advance(1000)
  }
})
afterAll(() => server.close())

const list = (query: Record<string, string | number> = {}, token = grace.token) =>
  server.request('GET /analysis/rust-detection/', { token, query })
const toIds = (results: { id: string }[]) => results.map(({ id }) => id)

describe('the history', () => {
  it('lists the user’s own analyses, newest first, exactly as they were answered', async () => {
    const { status, body } = await list()
    expect(status).toBe(200)
    const page = detection.listAnalyses.reply.parse(body)
    expect(page.count).toBe(created.length)
    expect(toIds(page.results)).toEqual(toIds(created).reverse())
    // The signatures of links change each hour.
    const withoutSignatures = (value: unknown) => JSON.stringify(value).replaceAll(/\?expires=[^"]*/g, '')
    expect(withoutSignatures(page.results.at(-1))).toBe(withoutSignatures(created[0]))
    expect([page.next, page.previous]).toEqual([null, null])
  })

  it('is paginated, and the page links keep the filter', async () => {
    const first = (await list({ page_size: 3 })).body
    expect(toIds(first.results)).toEqual(toIds(created).reverse().slice(0, 3))
    expect(first.previous).toBeNull()
    const { searchParams, pathname } = new URL(first.next)
    expect(pathname).toBe('/analysis/rust-detection/')
    const second = (await list(Object.fromEntries(searchParams))).body
    expect(toIds(second.results)).toEqual(toIds(created).reverse().slice(3, 6))
    expect(new URL(second.previous).searchParams.get('page')).toBe('1')
    const beyond = await list({ page: 99, page_size: 3 })
    expect([beyond.status, beyond.body.results, beyond.body.next]).toEqual([200, [], null])
    const last = (await list(Object.fromEntries(new URL(beyond.body.previous).searchParams))).body
    expect([last.results.at(-1).id, last.next]).toEqual([created[0]?.id, null])
  })

  it('has a stable order among analyses of the same instant, so that pages neither repeat nor drop one', async () => {
    const joan = await signUpFarmer(server)
    const leaf = await drawLeaf({ seed: 1, spots: true }).jpeg().toBuffer()
    for (let i = 0; i < 5; i++) await uploadPhoto(server, joan.token, leaf)
    const pages = [1, 2, 3].map(page => list({ page, page_size: 2 }, joan.token))
    const ids = (await Promise.all(pages)).flatMap(({ body }) => toIds(body.results))
    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
  })

  it.each(rustClass.options)('filters by class %s and counts only those', async wantedClass => {
    const matching = created.filter(({ rust_class }) => rust_class === wantedClass)
    const { body } = await list({ rust_class: wantedClass, page_size: 2 })
    expect(body.count).toBe(matching.length)
    expect(toIds(body.results)).toEqual(toIds(matching).reverse().slice(0, 2))
  })

  it('rejects invalid page parameters', async () => {
    for (const query of [{ page: 0 }, { page_size: 0 }, { page: 'x' }, { rust_class: 'rust' }])
      expect((await list(query)).status).toBe(400)
  })
})

describe('the dashboard', () => {
  const stats = async (token: string) => (await server.request('GET /api/dashboard/stats/', { token })).body
  const countOfClass = (name: string) => created.filter(({ rust_class }) => rust_class === name).length

  it('counts only the caller’s analyses', async () => {
    expect(await stats(grace.token)).toMatchObject({
      imagesAnalyzedRust: countOfClass('common_rust'),
      imagesAnalyzedHealthy: countOfClass('healthy'),
      imagesAnalyzedOtherDiseases: countOfClass('other_disease'),
      totalImagesAnalyzed: created.length,
    })
    const nobody = await stats((await signUpFarmer(server)).token)
    expect(nobody.totalImagesAnalyzed).toBe(0)
    expect(nobody.monthly).toHaveLength(12)
  })

  it('shows the last twelve months, oldest first, with zeros for empty months', async () => {
    const { monthly } = await stats(grace.token)
    expect(monthly).toHaveLength(12)
    const months = monthly.map(({ month }: { month: string }) => month)
    expect(months).toEqual([...months].sort())
    expect(monthly.at(-1)).toMatchObject({
      month: new Intl.DateTimeFormat('sv', { timeZone: 'Africa/Nairobi', year: 'numeric', month: '2-digit' }).format(
        server.clock.now(),
      ),
      common_rust: countOfClass('common_rust'),
      healthy: countOfClass('healthy'),
      other_disease: countOfClass('other_disease'),
    })
    expect(monthly[0]).toMatchObject({ common_rust: 0, healthy: 0, other_disease: 0 })
  })

  it('does not count a photo without a leaf', async () => {
    const before = await stats(grace.token)
    await uploadPhoto(server, grace.token, await drawWall().jpeg().toBuffer())
    expect(await stats(grace.token)).toEqual(before)
  })

  it('counts every one of many concurrent uploads', async () => {
    const amina = await signUpFarmer(server)
    const leaf = await drawLeaf({ seed: 1, spots: true }).jpeg().toBuffer()
    const answers = await Promise.all(Array.from({ length: 12 }, () => uploadPhoto(server, amina.token, leaf)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect((await stats(amina.token)).totalImagesAnalyzed).toBe(12)
    expect((await list({}, amina.token)).body.count).toBe(12)
  })

  it('assigns a photo to the month in the farmers’ time zone, and drops it from the chart after a year', async () => {
    const leaf = await drawLeaf({ seed: 1, spots: true }).jpeg().toBuffer()
    const zara = await signUpFarmer(server)
    const setClock = (iso: string) => server.clock.advance(Date.parse(iso) - server.clock.now().getTime())
    const year = server.clock.now().getUTCFullYear() + 1
    setClock(`${year}-01-31T21:30:00Z`)
    let { token } = await signIn(server, zara.email)
    await uploadPhoto(server, token, leaf)
    const february = (await stats(token)).monthly.at(-1)
    expect(february.month).toBe(`${year}-02`)
    expect(february.common_rust + february.healthy + february.other_disease).toBe(1)

    setClock(`${year + 1}-02-01T09:00:00Z`)
    token = (await signIn(server, zara.email)).token
    const { monthly, totalImagesAnalyzed } = await stats(token)
    expect(monthly[0].month).toBe(`${year}-03`)
    expect(monthly.every((each: Record<string, number>) => each.common_rust === 0 && each.other_disease === 0)).toBe(
      true,
    )
    expect(totalImagesAnalyzed).toBe(1)
  })
})
