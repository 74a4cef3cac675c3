import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StatedCropType } from '@kutu/contract/common'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawLeaf, drawWall, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer } from '../../../testing/server/test-users.ts'
import { diagnoseFiles } from './diagnose-files.ts'

let server: TestServer
let folder: string
const pathOf = (name: string) => join(folder, name)
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'kutu-photos-'))
  await writeFile(pathOf('leaf.jpg'), await drawLeaf({ spots: true }).jpeg().toBuffer())
  await writeFile(pathOf('wall.jpg'), await drawWall().jpeg().toBuffer())
  await writeFile(pathOf('document.jpg'), 'Dear farmer')
  await writeFile(pathOf('huge.jpg'), Buffer.alloc(6 * 1024 * 1024))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.close()
})

async function diagnose(names: string[], options: { json?: boolean; cropType?: StatedCropType } = {}) {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const failures = await diagnoseFiles(server.app.vision, names.map(pathOf), { ...options, print })
  return { lines, failures }
}

it('the command line gives the same answer as the HTTP API', async () => {
  const { lines, failures } = await diagnose(['leaf.jpg'], { json: true })
  expect(failures).toBe(0)
  const { file, ...answer } = JSON.parse(lines[0] ?? '')
  expect(file).toBe(pathOf('leaf.jpg'))
  const grace = await signUpFarmer(server)
  const { body } = await uploadPhoto(server, grace.token, await drawLeaf({ spots: true }).jpeg().toBuffer())
  // Spray advice depends on the farmer's country, which the command line does not know.
  expect(body.feedback.spray).toHaveLength(answer.feedback.spray.length)
  delete answer.feedback.spray
  // The command line has no origin for its links.
  expect(JSON.parse(JSON.stringify(body).replaceAll(server.url, ''))).toMatchObject(answer)
})

it('answers with the crop that is stated for all photos', async () => {
  const { lines } = await diagnose(['leaf.jpg'], { json: true, cropType: 'OTHER' })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ crop_type: 'OTHER', band: 'unfamiliar', disease: null })
  const { lines: rows } = await diagnose(['leaf.jpg'], { cropType: 'OTHER' })
  expect(rows[1]).toMatch(/ uncertain +unfamiliar +other /)
})

it('the table has a row per photo, with the error code where there is no answer', async () => {
  const names = ['leaf.jpg', 'wall.jpg', 'document.jpg', 'huge.jpg', 'nowhere.jpg']
  const {
    lines: [header, ...lines],
    failures,
  } = await diagnose(names)
  expect(failures).toBe(4)
  expect(header).toMatch(/^file +rust_class +confidence +verdict/)
  expect(lines).toHaveLength(names.length)
  expect(lines[0]).toMatch(/ \d+\.\d\d % /)
  for (const [i, code] of ['not_a_leaf', 'unsupported_type', 'too_big', 'file_unreadable'].entries())
    expect(lines[i + 1]).toContain(code)
})

it('each photo is printed and counted before the next one is diagnosed, as one JSON object per line', async () => {
  const names = ['leaf.jpg', 'wall.jpg', 'nowhere.jpg']
  const events: string[] = []
  await diagnoseFiles(server.app.vision, names.map(pathOf), {
    json: true,
    print: line => events.push(JSON.parse(line).file),
    onProgress: (done, total) => events.push(`${done} of ${total}`),
  })
  expect(events).toEqual(names.flatMap((name, i) => [pathOf(name), `${i + 1} of 3`]))
})

it('the columns of the table are aligned, whatever the photos show', async () => {
  const {
    lines: [header = '', ...lines],
  } = await diagnose(['wall.jpg', 'a much longer name of a photo that is nowhere.jpg', 'leaf.jpg', 'document.jpg'])
  const columnStarts = ['rust_class', 'confidence', 'verdict', 'crop'].map(name => header.indexOf(name))
  for (const line of lines)
    for (const start of columnStarts) expect(line.slice(start - 2, start + 1)).toMatch(/^ {2}\S$/)
})
