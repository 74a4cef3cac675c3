import { readFile } from 'node:fs/promises'
import { ownAccount } from '@kutu/contract/accounts/own-account'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { createApprovedPost, createPost, fetchNotifications } from '../../../testing/features/community.ts'
import { createPendingBooking } from '../../../testing/features/consultations.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { readZip } from '../../../testing/read-zip.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { insertPhotos, storePhoto } from '../../detection/photos/photos.ts'
import { runExport, sweepExports, withExportFile } from './data-exports.ts'

const day = 24 * 3600_000

let server: TestServer
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

const startExport = ({ token }: TestUser, language = 'en') =>
  server.request('POST /api/account/export/', { token, headers: { 'accept-language': language } })
const createLink = ({ token }: TestUser) => server.request('POST /api/account/export/link/', { token })
const getExportState = async ({ token }: TestUser) =>
  ownAccount.showExport.reply.parse((await server.request('GET /api/account/export/', { token })).body)

async function downloadExport(person: TestUser) {
  const response = await fetch((await createLink(person)).body.address)
  return { response, files: readZip(Buffer.from(await response.arrayBuffer())) }
}
const parseList = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)?.toString() ?? 'null')

it('a job writes all own data into a file, notifies the user, and a link downloads it', async () => {
  const [grace, joan] = [await signUpFarmer(server), await signUpFarmer(server)]
  await createApprovedPost(server, grace, okello, { title: 'Orange spots on my maize' })
  await createApprovedPost(server, joan, okello, { title: 'Joan asks something else' })
  await createPendingBooking(server, grace, okello)
  expect(await getExportState(grace)).toEqual({ export: null, next_at: null })
  const started = await startExport(grace)
  expect(started).toMatchObject({ status: 201, body: { export: { state: 'making', ready_at: null } } })
  expect((await createLink(grace)).status).toBe(404)

  await server.runJobs()
  const { export: made } = await getExportState(grace)
  expect(made).toMatchObject({ state: 'ready', photos: 0, photos_left_out: 0 })
  expect((await fetchNotifications(server, grace)).results.map(({ type }) => type)).toContain('export_ready')
  const { response, files } = await downloadExport(grace)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(Number(response.headers.get('content-length'))).toBe(made?.bytes)
  expect(parseList(files, 'profile.json')).toMatchObject({
    account: { email: grace.email, username: grace.username },
    farm: { farm_location: 'Mbarara' },
  })
  expect(parseList(files, 'posts.json').map(({ title }: { title: string }) => title)).toEqual([
    'Orange spots on my maize',
  ])
  expect(parseList(files, 'bookings.json')).toHaveLength(1)
  expect(parseList(files, 'notifications.json')).not.toHaveLength(0)
  const acts = parseList(files, 'acts.json').map(({ action }: { action: string }) => action)
  expect(acts).toEqual(expect.arrayContaining(['data_export.requested', 'session.opened', 'post.added']))
  const everything = [...files.values()].map(String).join()
  for (const others of ['password_hash', '$argon2', 'token_hash', joan.email, 'Joan asks'])
    expect(everything).not.toContain(others)
})

it('the file contains each photo once and says which row it belongs to', async () => {
  const grace = await signUpFarmer(server)
  const leafPhoto = await drawLeaf({ seed: 7, spots: true }).jpeg().toBuffer()
  const analysis = (await uploadPhoto(server, grace.token, leafPhoto)).body
  await createPost(server, grace, { image: analysis.id, rust_detection: analysis.id })
  await startExport(grace)
  await server.runJobs()
  const { files } = await downloadExport(grace)
  const [line] = parseList(files, 'analyses.json')
  expect(line).toMatchObject({ id: analysis.id, rust_class: analysis.rust_class })
  expect(line).not.toHaveProperty('photo_hash')
  const shown = Buffer.from(await (await fetchLink(server, analysis.image)).arrayBuffer())
  expect(files.get(line.photo)).toEqual(shown)
  expect([...files.keys()].filter(name => name.startsWith('photos/'))).toEqual([line.photo])
  expect((await getExportState(grace)).export?.photos).toBe(1)
})

it('an export can be requested once a day; concurrent requests start one', async () => {
  const grace = await signUpFarmer(server)
  const replies = await Promise.all([startExport(grace), startExport(grace), startExport(grace)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 429, 429])
  await server.runJobs()
  const refused = await startExport(grace)
  expect(refused).toMatchObject({ status: 429, body: { error: 'too_many_requests' } })
  expect(
    await Promise.all(['en', 'sw', 'lg'].map(async language => (await startExport(grace, language)).body.message)),
  ).toEqual([
    'Too many tries. Please wait 24 hours and try again.',
    'Umejaribu mara nyingi mno. Tafadhali subiri saa 24 kisha ujaribu tena.',
    'Ogezezzaako emirundi mingi. Linda essaawa 24 ogezeeko nate.',
  ])
  expect((await fetchNotifications(server, grace)).results).toHaveLength(1)
  server.clock.advance(day)
  expect((await startExport(await signIn(server, grace.email))).status).toBe(201)
})

it('a link expires after ten minutes and opens no other file; the file is deleted after a week', async () => {
  const grace = await signUpFarmer(server)
  await startExport(grace)
  await server.runJobs()
  const { address } = (await createLink(grace)).body
  expect((await fetch(address)).status).toBe(200)
  const forged = address.replace(
    /signature=(.)/,
    (_: string, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`,
  )
  expect((await fetch(forged)).status).toBe(403)
  server.clock.advance(10 * 60_000)
  expect((await fetch(address)).status).toBe(403)
  const last = (await createLink(grace)).body.address
  server.clock.advance(7 * day)
  const later = await signIn(server, grace.email)
  expect(await getExportState(later)).toEqual({ export: null, next_at: null })
  expect((await createLink(later)).status).toBe(404)
  const kept = await listExportKeys()
  await sweepExports(server.app)
  expect((await listExportKeys()).length).toBeLessThan(kept.length)
  expect(await server.app.files.has(new URL(last).pathname.slice('/files/'.length))).toBe(false)
})

it('nobody else gets a link to the file', async () => {
  const [grace, joan] = [await signUpFarmer(server), await signUpFarmer(server)]
  await startExport(grace)
  await server.runJobs()
  expect((await createLink(joan)).status).toBe(404)
  expect((await server.request('POST /api/account/export/link/')).status).toBe(401)
})

it('a repeated job notifies once, and a job without its export does nothing', async () => {
  const grace = await signUpFarmer(server)
  await startExport(grace)
  const { id } = await server.app.db
    .selectFrom('data_exports')
    .select('id')
    .where('user_id', '=', grace.id)
    .executeTakeFirstOrThrow()
  await server.runJobs()
  await runExport(server.app, { id })
  await runExport(server.app, { id: grace.id })
  expect((await fetchNotifications(server, grace)).results).toHaveLength(1)
})

it('the file contains the newest photos if all would be too large', async () => {
  const storeBytes = async (byte: number) => {
    const photo = await storePhoto(server.app, { photoJpeg: Buffer.alloc(1000, byte), width: 1, height: 1 })
    await withTransaction(server.app, tx => insertPhotos(server.app, tx, photo))
    return photo.hash
  }
  const photos = [await storeBytes(1), await storeBytes(2), await storeBytes(3)]
  const texts = new Map([['README.txt', 'Yours.\n']])
  await withExportFile(
    server.app,
    { textFiles: texts, photoHashes: photos },
    async ({ path, photos: photoCount, leftOut }) => {
      expect({ photoCount, leftOut }).toEqual({ photoCount: 2, leftOut: 1 })
      const files = readZip(await readFile(path))
      expect([...files.keys()]).toEqual(['README.txt', `photos/${photos[0]}.jpg`, `photos/${photos[1]}.jpg`])
      expect(files.get(`photos/${photos[1]}.jpg`)).toEqual(Buffer.alloc(1000, 2))
    },
    2000,
  )
})

async function listExportKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const some of server.app.files.listKeys('exports')) keys.push(...some)
  return keys
}
