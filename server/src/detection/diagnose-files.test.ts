import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawnLeaf, drawnWall, upload } from '../testing/drawings.ts'
import { farmer } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import { diagnoseFiles } from './diagnose-files.ts'

let w: World
let folder: string
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  w = await world()
  folder = await mkdtemp(join(tmpdir(), 'kutu-photos-'))
  await writeFile(at('leaf.jpg'), await drawnLeaf({ spots: true }).jpeg().toBuffer())
  await writeFile(at('wall.jpg'), await drawnWall().jpeg().toBuffer())
  await writeFile(at('letter.jpg'), 'Dear farmer')
  await writeFile(at('huge.jpg'), Buffer.alloc(6 * 1024 * 1024))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await w.close()
})

it('the terminal gives the answer that HTTP gives', async () => {
  const { text, failures } = await diagnoseFiles(w.app.vision, [at('leaf.jpg')], { json: true })
  expect(failures).toBe(0)
  const [{ file, ...answer }] = JSON.parse(text)
  expect(file).toBe(at('leaf.jpg'))
  const grace = await farmer(w)
  const { body } = await upload(w, grace.token, await drawnLeaf({ spots: true }).jpeg().toBuffer())
  // What may be sprayed is said for the farmer's country, which the terminal does not know.
  expect(body.feedback.spray).toHaveLength(answer.feedback.spray.length)
  delete answer.feedback.spray
  // Nor has it an address of its own to begin links with.
  expect(JSON.parse(JSON.stringify(body).replaceAll(w.url, ''))).toMatchObject(answer)
})

it('a table has a line for each photo, with the reason where there is no answer', async () => {
  const names = ['leaf.jpg', 'wall.jpg', 'letter.jpg', 'huge.jpg', 'nowhere.jpg']
  const { text, failures } = await diagnoseFiles(w.app.vision, names.map(at))
  expect(failures).toBe(4)
  const [head, ...lines] = text.split('\n')
  expect(head).toMatch(/^file +rust_class +confidence +verdict/)
  expect(lines).toHaveLength(names.length)
  expect(lines[0]).toMatch(/ \d+\.\d\d % /)
  for (const [i, word] of ['not_a_leaf', 'unsupported_type', 'too_big', 'file_unreadable'].entries())
    expect(lines[i + 1]).toContain(word)
})
