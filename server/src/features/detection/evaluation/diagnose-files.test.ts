// @database embedded

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

it('the command line gives the same answer as the HTTP API', async () => {
  const { text, failures } = await diagnoseFiles(server.app.vision, [pathOf('leaf.jpg')], { json: true })
  expect(failures).toBe(0)
  const [{ file, ...answer }] = JSON.parse(text)
  expect(file).toBe(pathOf('leaf.jpg'))
  const grace = await signUpFarmer(server)
  const { body } = await uploadPhoto(server, grace.token, await drawLeaf({ spots: true }).jpeg().toBuffer())
  // Spray advice depends on the farmer's country, which the command line does not know.
  expect(body.feedback.spray).toHaveLength(answer.feedback.spray.length)
  delete answer.feedback.spray
  // The command line has no origin for its links.
  expect(JSON.parse(JSON.stringify(body).replaceAll(server.url, ''))).toMatchObject(answer)
})

it('the table has a row per photo, with the error code where there is no answer', async () => {
  const names = ['leaf.jpg', 'wall.jpg', 'document.jpg', 'huge.jpg', 'nowhere.jpg']
  const { text, failures } = await diagnoseFiles(server.app.vision, names.map(pathOf))
  expect(failures).toBe(4)
  const [header, ...lines] = text.split('\n')
  expect(header).toMatch(/^file +rust_class +confidence +verdict/)
  expect(lines).toHaveLength(names.length)
  expect(lines[0]).toMatch(/ \d+\.\d\d % /)
  for (const [i, code] of ['not_a_leaf', 'unsupported_type', 'too_big', 'file_unreadable'].entries())
    expect(lines[i + 1]).toContain(code)
})
