import { readFile } from 'node:fs/promises'
import { ownAccount } from '@kutu/contract/own-account'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { write } from '../db/write.ts'
import { keepPhoto } from '../detection/photos.ts'
import { approvedPost, ask, newsOf } from '../testing/board.ts'
import { drawnLeaf, fetchLink, upload } from '../testing/drawings.ts'
import { expert, farmer, type Person, signIn } from '../testing/people.ts'
import { pendingBooking } from '../testing/slots.ts'
import { type World, world } from '../testing/world.ts'
import { filesOfZip } from '../testing/zip.ts'
import { withExportFile } from './export-file.ts'
import { exportData, sweepExports } from './exports.ts'

const day = 24 * 3600_000

let w: World
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  okello = await expert(w)
})
afterAll(() => w.close())

const start = ({ token }: Person) => w.call('POST /api/account/export/', { token })
const link = ({ token }: Person) => w.call('POST /api/account/export/link/', { token })
const stateOf = async ({ token }: Person) =>
  ownAccount.showExport.reply.parse((await w.call('GET /api/account/export/', { token })).body)

async function fetched(person: Person) {
  const response = await fetch((await link(person)).body.address)
  return { response, files: filesOfZip(Buffer.from(await response.arrayBuffer())) }
}
const listIn = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)?.toString() ?? 'null')

it('a job puts all that is one’s own into a file, says so, and a link opens it', async () => {
  const [grace, joan] = [await farmer(w), await farmer(w)]
  await approvedPost(w, grace, okello, { title: 'Orange spots on my maize' })
  await approvedPost(w, joan, okello, { title: 'Joan asks something else' })
  await pendingBooking(w, grace, okello)
  expect(await stateOf(grace)).toEqual({ export: null, next_at: null })
  const asked = await start(grace)
  expect(asked).toMatchObject({ status: 201, body: { export: { state: 'making', ready_at: null } } })
  expect((await link(grace)).status).toBe(404)

  await w.runJobs()
  const { export: made } = await stateOf(grace)
  expect(made).toMatchObject({ state: 'ready', photos: 0, photos_left_out: 0 })
  expect((await newsOf(w, grace)).results.map(({ type }) => type)).toContain('export_ready')
  const { response, files } = await fetched(grace)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(Number(response.headers.get('content-length'))).toBe(made?.bytes)
  expect(listIn(files, 'profile.json')).toMatchObject({
    account: { email: grace.email, username: grace.username },
    farm: { farm_location: 'Mbarara' },
  })
  expect(listIn(files, 'posts.json').map(({ title }: { title: string }) => title)).toEqual(['Orange spots on my maize'])
  expect(listIn(files, 'bookings.json')).toHaveLength(1)
  expect(listIn(files, 'notifications.json')).not.toHaveLength(0)
  const acts = listIn(files, 'acts.json').map(({ action }: { action: string }) => action)
  expect(acts).toEqual(expect.arrayContaining(['data_export.requested', 'session.opened', 'post.added']))
  const everything = [...files.values()].map(String).join()
  for (const others of ['password_hash', '$argon2', 'token_hash', joan.email, 'Joan asks'])
    expect(everything).not.toContain(others)
})

it('holds the photos of analyses and posts as the app shows them, each once, and says which line has which', async () => {
  const grace = await farmer(w)
  const leafPhoto = await drawnLeaf({ seed: 7, spots: true }).jpeg().toBuffer()
  const analysis = (await upload(w, grace.token, leafPhoto)).body
  await ask(w, grace, { image: analysis.id, rust_detection: analysis.id })
  await start(grace)
  await w.runJobs()
  const { files } = await fetched(grace)
  const [line] = listIn(files, 'analyses.json')
  expect(line).toMatchObject({ id: analysis.id, rust_class: analysis.rust_class })
  expect(line).not.toHaveProperty('photo_hash')
  const shown = Buffer.from(await (await fetchLink(w, analysis.image)).arrayBuffer())
  expect(files.get(line.photo)).toEqual(shown)
  expect([...files.keys()].filter(name => name.startsWith('photos/'))).toEqual([line.photo])
  expect((await stateOf(grace)).export?.photos).toBe(1)
})

it('once a day; of two who ask at once one is made, and the other is told to wait', async () => {
  const grace = await farmer(w)
  const answers = await Promise.all([start(grace), start(grace), start(grace)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 429, 429])
  await w.runJobs()
  const refused = await start(grace)
  expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
  expect((await newsOf(w, grace)).results).toHaveLength(1)
  w.clock.advance(day)
  expect((await start(await signIn(w, grace.email))).status).toBe(201)
})

it('a link dies after ten minutes and fits no other file; the file itself goes after a week', async () => {
  const grace = await farmer(w)
  await start(grace)
  await w.runJobs()
  const { address } = (await link(grace)).body
  expect((await fetch(address)).status).toBe(200)
  const forged = address.replace(
    /signature=(.)/,
    (_: string, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`,
  )
  expect((await fetch(forged)).status).toBe(403)
  w.clock.advance(10 * 60_000)
  expect((await fetch(address)).status).toBe(403)
  const last = (await link(grace)).body.address
  w.clock.advance(7 * day)
  const later = await signIn(w, grace.email)
  expect(await stateOf(later)).toEqual({ export: null, next_at: null })
  expect((await link(later)).status).toBe(404)
  const kept = await keysOfExports()
  await sweepExports(w.app)
  expect((await keysOfExports()).length).toBeLessThan(kept.length)
  expect(await w.app.files.has(new URL(last).pathname.slice('/files/'.length))).toBe(false)
})

it('nobody else gets a link to it', async () => {
  const [grace, joan] = [await farmer(w), await farmer(w)]
  await start(grace)
  await w.runJobs()
  expect((await link(joan)).status).toBe(404)
  expect((await w.call('POST /api/account/export/link/')).status).toBe(401)
})

it('a job that comes twice tells once, and one whose person is gone does nothing', async () => {
  const grace = await farmer(w)
  await start(grace)
  const { id } = await w.app.db
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', grace.id)
    .executeTakeFirstOrThrow()
  await w.runJobs()
  await exportData(w.app, { id })
  await exportData(w.app, { id: grace.id })
  expect((await newsOf(w, grace)).results).toHaveLength(1)
})

it('holds the newest photos where all would be too many, each once', async () => {
  const keep = (byte: number) =>
    write(w.app, tx => keepPhoto(w.app, tx, { storedPhoto: Buffer.alloc(1000, byte), width: 1, height: 1 }))
  const photos = [await keep(1), await keep(2), await keep(3)]
  const texts = new Map([['README.txt', 'Yours.\n']])
  await withExportFile(
    w.app,
    { texts, photos },
    async ({ path, photos: held, left_out }) => {
      expect({ held, left_out }).toEqual({ held: 2, left_out: 1 })
      const files = filesOfZip(await readFile(path))
      expect([...files.keys()]).toEqual(['README.txt', `photos/${photos[0]}.jpg`, `photos/${photos[1]}.jpg`])
      expect(files.get(`photos/${photos[1]}.jpg`)).toEqual(Buffer.alloc(1000, 2))
    },
    2000,
  )
})

async function keysOfExports(): Promise<string[]> {
  const keys: string[] = []
  for await (const some of w.app.files.keysOf('exports')) keys.push(...some)
  return keys
}
